/** Suggestions for a record that does not exist. */
import { useQuery } from "@tanstack/react-query";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { similarTo } from "./similar-records.ts";

/** Links to records whose ids or names are like that of a path; nothing if there are none. */
export function SimilarNames({ path }: { readonly path: string }) {
  const description = useDescription();
  const { data = [] } = useQuery({
    queryKey: ["SIMILAR", path],
    queryFn: ({ signal }) => similarTo(path, description, signal),
    refetchInterval: false,
  });
  if (data.length === 0) return null;
  return (
    <div className="near">
      <h2>Did you mean</h2>
      <ul>
        {data.map(({ id, name, path: similar, noun }) => (
          <li key={similar}>
            <Link to={pageOf(similar)}>{name}</Link>
            <span className="id">{id}</span>
            <span className="small soft">{noun}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
