/** Shows the permissions of the key. */
import { useCaller } from "../../requests/caller.tsx";
import { forgetKey, isRemembered } from "../../requests/key.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../overlay/dialog.tsx";
import { KeyFacts } from "./key-facts.tsx";

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
      {me && <KeyFacts me={me} />}
      <p className="small faint inset">This forgets it in all tabs of this browser. The key itself stays valid.</p>
    </Dialog>
  );
}
