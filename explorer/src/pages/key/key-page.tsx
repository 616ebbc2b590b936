/** The page of the key: what it may do, entering and forgetting it. */
import { Button } from "../../components/button.tsx";
import { KeyFacts } from "../../components/key/key-facts.tsx";
import { keyRequest } from "../../components/key/key-request.ts";
import { useCaller } from "../../requests/caller.tsx";
import { forgetKey, isRemembered } from "../../requests/key.ts";

/** The key of this browser, at an address of its own. */
export function KeyPage() {
  const { hasKey, me } = useCaller();
  if (!hasKey)
    return (
      <section className="empty">
        <h1>No key is in use</h1>
        <p>
          Public records need no key. Changes and private records do; the people who run this registry can give you one.
        </p>
        <div className="btns">
          <Button look="main" icon="key" onClick={() => keyRequest.set({ byPerson: true })}>
            Enter a key
          </Button>
        </div>
      </section>
    );
  return (
    <>
      <header className="head">
        <h1>Your key</h1>
        <span className="btns">
          <Button look="danger" onClick={forgetKey}>
            Forget the key
          </Button>
        </span>
      </header>
      {me && <KeyFacts me={me} />}
      <p className="soft small inset">
        {isRemembered() ? "It is remembered on this device." : "It is forgotten when you close this tab."} Forgetting it
        clears it in all tabs of this browser. The key itself stays valid.
      </p>
    </>
  );
}
