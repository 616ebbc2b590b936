/** The dialog of the key: entering one, what it may do, and forgetting it. */
import { useCaller } from "../../requests/caller.tsx";
import { CurrentKey } from "./current-key.tsx";
import { EnterKey } from "./enter-key.tsx";
import { type KeyRequest, keyRequest } from "./key-request.ts";

/**
 * The dialog. Without a key or for something that needs another, it asks for one; otherwise it shows what the key may
 * do.
 */
export default function KeyDialog(request: KeyRequest) {
  const { hasKey } = useCaller();
  const close = () => keyRequest.set(undefined);
  const isAboutKey = hasKey && request.byPerson && request.what === undefined;
  return isAboutKey ? <CurrentKey close={close} /> : <EnterKey {...request} close={close} />;
}
