/** The ways to the records before and after this one, in the list from which it was opened. */
import { useLocation } from "react-router";
import { pageOf } from "../../address/address.ts";
import { searchOf } from "../../address/query.ts";
import { Icon } from "../../components/icon.tsx";
import type { ListState } from "../../components/table/record-cell.tsx";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { type Data, useGet } from "../../requests/queries.ts";
import { countText } from "../../units.ts";

/** State in the browser's history: the list from which the record was opened, and the record's place on that page. */
type From = ListState;

/** Previous and next, and how many there are; nothing if it was not opened from a list, or the list has changed. */
export function Neighbors({ record }: { readonly record: Data }) {
  const { at } = useDescription();
  const from = fromOf(useLocation().state);
  const plural = from && at(from.list)?.view.plural;
  const page = useGet(from?.list, { keepPrevious: true }).data?.data;
  const records: Data[] = (plural && page?.[plural]) || [];
  const index =
    from && isSame(records[from.index], record) ? from.index : records.findIndex((each) => isSame(each, record));
  const isFirst = index === 0;
  const isLast = index === records.length - 1;
  const pageBefore = useAdjacent(isFirst ? page?._links?.prev : undefined, plural, from);
  const pageAfter = useAdjacent(isLast ? page?._links?.next : undefined, plural, from);
  if (!from || !page || index === -1) return null;
  const before = isFirst ? pageBefore?.(-1) : { record: records[index - 1]!, from: { ...from, index: index - 1 } };
  const after = isLast ? pageAfter?.(0) : { record: records[index + 1]!, from: { ...from, index: index + 1 } };
  return (
    <nav className="btns" aria-label="The list">
      <Turn to={before} name="Previous in the list" icon="left" />
      {page.page !== undefined && (
        <Link className="small soft num" to={pageOf(addressOf(from))}>
          {countText((page.page - 1) * page.limit + index + 1)} of {countText(page.total_count)}
        </Link>
      )}
      <Turn to={after} name="Next in the list" icon="right" />
    </nav>
  );
}

interface Neighbor {
  readonly record: Data;
  readonly from: From;
}

function Turn({ to, name, icon }: { to: Neighbor | undefined; name: string; icon: "left" | "right" }) {
  const path = to?.record._links?.self;
  const className = "btn is-icon is-bare is-small";
  return path ? (
    <Link className={className} to={pageOf(path)} state={to!.from} aria-label={name} title={name}>
      <Icon name={icon} />
    </Link>
  ) : (
    <button type="button" className={className} aria-label={name} disabled>
      <Icon name={icon} />
    </button>
  );
}

/** Returns the record at a place of another page of the list. */
function useAdjacent(path: string | undefined, plural: string | undefined, from: From | undefined) {
  const { data } = useGet(path);
  const records: Data[] | undefined = plural === undefined ? undefined : data?.data[plural];
  if (path === undefined || !records || records.length === 0) return undefined;
  return (place: number): Neighbor => {
    const index = place < 0 ? records.length + place : place;
    return { record: records[index]!, from: { ...from, list: path, index } };
  };
}

function isSame(entry: Data | undefined, record: Data): boolean {
  const links = Object.values<unknown>(entry?._links ?? {});
  return entry?.id === record.id && links.includes(record._links?.self);
}

/** Returns the list from which a record was opened, as a page; undefined if it was not opened from one. */
export function listBehind(state: unknown): string | undefined {
  const from = fromOf(state);
  return from && pageOf(addressOf(from));
}

function fromOf(state: unknown): From | undefined {
  const { list, index, hasUsualColumns = false } = (state ?? {}) as Partial<From>;
  return typeof list === "string" && typeof index === "number" ? { list, index, hasUsualColumns } : undefined;
}

/** Returns the path of a list without what was requested for its columns, which is not part of its address. */
function addressOf({ list, hasUsualColumns }: From): string {
  const [path = "", query] = list.split("?");
  const parameters = new URLSearchParams(query);
  for (const added of ["include", "include_deleted", ...(hasUsualColumns ? ["fields"] : [])]) parameters.delete(added);
  return path + searchOf(parameters);
}
