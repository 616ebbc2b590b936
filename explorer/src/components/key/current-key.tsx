/** What the key may do. */
import { useCaller } from "../../requests/caller.ts";
import { forgetKey, isRemembered } from "../../requests/key.ts";
import { dateText } from "../../units.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../overlay/dialog.tsx";

/** The dialog about the key that is in use. */
export function CurrentKey({ close }: { readonly close: () => void }) {
  const { me } = useCaller();
  const forget = () => {
    close();
    forgetKey();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title="Your key"
      lead={isRemembered() ? "It is remembered on this device." : "It is forgotten when you close this tab."}
      footer={
        <>
          <Button look="danger" onClick={forget}>
            Forget the key
          </Button>
          <span className="end">
            <Button look="main" onClick={close}>
              Done
            </Button>
          </span>
        </>
      }
    >
      {me && (
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
      )}
      <p className="small faint inset">This forgets it in all tabs of this browser. The key itself stays valid.</p>
    </Dialog>
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
