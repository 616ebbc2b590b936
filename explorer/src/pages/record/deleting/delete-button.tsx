/** The button that deletes a record, and the dialog that it opens. */
import { lazy, useRef, useState } from "react";
import type { View } from "../../../../../kit/description/model.ts";
import { words } from "../../../../../kit/description/words.ts";
import { Button } from "../../../components/button.tsx";
import { Icon } from "../../../components/icon.tsx";
import { usePermission } from "../../../components/key/use-permission.ts";
import { Lazy } from "../../../components/lazy.tsx";
import { Dialog } from "../../../components/overlay/dialog.tsx";
import type { Data } from "../../../requests/data.ts";
import { useHealth } from "../../../requests/health.ts";

const DeleteDialog = lazy(() => import("./delete-dialog.tsx"));

/** Returns whether records of a view can be deleted. Of an operation, DELETE is to cancel it. */
export function isDeletable({ kind, methods, itemMethods, resource }: View): boolean {
  return (kind === "single" ? methods : itemMethods).includes("DELETE") && resource !== "operations";
}

/** Deletes a record after a question; asks for a key first if there is none. */
export function DeleteButton({ view, record }: { readonly view: View; readonly record: Data }) {
  const { offline } = useHealth();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const permission = usePermission<undefined>({
    name: `delete ${record._links?.self}`,
    what: `Deleting ${words(view.plural)}`,
    scope: view.scopes.write,
    act: () => setIsOpen(true),
  });
  const close = () => {
    setIsOpen(false);
    permission.dismiss();
    // What had the focus before may be gone: the page is drawn again with another key.
    requestAnimationFrame(() => button.current?.focus());
  };
  const askOtherKey = () => {
    close();
    permission.ask(undefined);
  };
  return (
    <>
      <Button
        small
        ref={button}
        disabled={offline !== undefined}
        title={offline && "Offline: it can be deleted once the service responds."}
        onClick={() => permission.request(undefined)}
      >
        <Icon name="delete" size={14} />
        Delete
      </Button>
      {isOpen && (
        <Lazy>
          <DeleteDialog view={view} record={record} close={close} askOtherKey={askOtherKey} />
        </Lazy>
      )}
      <Dialog
        isOpen={permission.lacking !== undefined}
        onClose={close}
        title="This key is not allowed to delete it"
        lead={
          <>
            It needs the scope <code>{view.scopes.write}</code>, which your key does not have. An admin of the registry
            can create a key that has it.
          </>
        }
        footer={
          <span className="end">
            <Button onClick={close}>Close</Button>
            <Button look="main" icon="key" onClick={askOtherKey}>
              Use another key
            </Button>
          </span>
        }
      />
    </>
  );
}
