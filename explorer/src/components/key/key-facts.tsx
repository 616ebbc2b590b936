/** Shows the caller and the permissions of the key. */
import type { Me } from "../../../../client/index.ts";
import { dateText } from "../../units.ts";

/** The facts that the service reports of the key in use. */
export function KeyFacts({ me }: { readonly me: Me }) {
  return (
    <dl className="values">
      <dt>Known as</dt>
      <dd>
        <code>{me.actor}</code>
      </dd>
      <dt>Permissions</dt>
      <dd>{me.kind === "admin" ? "everything" : <Scopes scopes={me.scopes} />}</dd>
      <dt>Expires</dt>
      <dd>{me.expires_at === null ? "never" : dateText(me.expires_at)}</dd>
    </dl>
  );
}

/** Scopes by what they are of: `missions: read, write`. */
function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  const byName = Map.groupBy(scopes, (scope) => scope.split(":")[0]!);
  return (
    <ul>
      {[...byName].map(([name, all]) => (
        <li key={name}>
          <code>{name}</code> {all.map((scope) => scope.slice(name.length + 1)).join(", ")}
        </li>
      ))}
    </ul>
  );
}
