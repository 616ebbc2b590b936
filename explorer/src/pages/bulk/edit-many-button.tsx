/** The button that lets rows of a list be selected, to edit many records at once. */

import type { View } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { isSummary } from "../../address/groups.ts";
import { Button } from "../../components/button.tsx";
import { usePermission } from "../../components/key/use-permission.ts";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { useHealth } from "../../requests/health.ts";
import { bulkFields } from "./bulk-fields.ts";
import type { Selection } from "./use-selection.ts";

/** Returns whether many records of a list can be edited at once. */
export function canEditMany(view: View, search: string): boolean {
  const isWritable = view.itemMethods.includes("PATCH") && bulkFields(view.writable).length > 0;
  return isWritable && !view.isSystem && !isSummary(search);
}

/** Focuses the button: what began the selection remains when it ends. */
export function focusEditMany(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(".edit-many")?.focus());
}

/** Begins and ends the selection; asks for a key first if there is none. */
export function EditManyButton({
  view,
  path,
  selection,
}: {
  readonly view: View;
  readonly path: string;
  readonly selection: Selection;
}) {
  const { offline } = useHealth();
  const plural = words(view.plural);
  const what = `Editing ${plural}`;
  const permission = usePermission<undefined>({
    name: `edit many ${path}`,
    what,
    scope: view.scopes.write,
    act: () => {
      selection.start();
      // What had the focus before may be gone: the page is drawn again with another key.
      focusEditMany();
    },
  });
  return (
    <>
      <Button
        icon="edit"
        className="edit-many"
        aria-pressed={selection.isOn}
        disabled={offline !== undefined && !selection.isOn}
        title={offline && "Offline: records can be edited once the service responds."}
        onClick={() => (selection.isOn ? selection.stop() : permission.request(undefined))}
      >
        Edit many
      </Button>
      <Dialog
        isOpen={permission.lacking !== undefined}
        onClose={permission.dismiss}
        title={`This key may not edit ${plural}`}
        lead={
          <>
            {what} needs the scope <code>{view.scopes.write}</code>, which your key does not have. An admin of the
            registry can create a key that has it.
          </>
        }
        footer={
          <span className="end">
            <Button onClick={permission.dismiss}>Close</Button>
            <Button
              look="main"
              icon="key"
              onClick={() => {
                permission.dismiss();
                permission.ask(undefined);
              }}
            >
              Use another key
            </Button>
          </span>
        }
      />
    </>
  );
}
