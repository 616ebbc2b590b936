/** The dialog of the key: entering one, what it may do, and forgetting it. */
import { useCaller } from "../../requests/caller.ts";
import { type KeyAsked, keyAsked } from "./asked.ts";
import { CurrentKey } from "./current-key.tsx";
import { EnterKey } from "./enter-key.tsx";

/** The dialog. Without a key or for something that needs another, it asks for one; otherwise it shows what the key may do. */
export default function KeyDialog(asked: KeyAsked) {
  const { hasKey } = useCaller();
  const close = () => keyAsked.set(undefined);
  const isAboutKey = hasKey && asked.byPerson && asked.what === undefined;
  return isAboutKey ? <CurrentKey close={close} /> : <EnterKey {...asked} close={close} />;
}
