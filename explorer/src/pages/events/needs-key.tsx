/** A note for callers who may not read events. */

import type { View } from "../../../../kit/description/model.ts";
import { Button } from "../../components/button.tsx";
import { keyRequest } from "../../components/key/key-request.ts";

/** Says which scope reading events requires. */
export function NeedsKey({ view }: { readonly view: View }) {
  return (
    <section className="empty">
      <h2>Who changed what is not public</h2>
      <p>
        Reading it requires a key
        {view.scopes.read && (
          <>
            {" "}
            with the scope <code>{view.scopes.read}</code>
          </>
        )}
        . Whoever runs this registry can give you one.
      </p>
      <div className="btns">
        <Button look="main" icon="key" onClick={() => keyRequest.set({ byPerson: true })}>
          Enter a key
        </Button>
      </div>
    </section>
  );
}
