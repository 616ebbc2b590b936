/** Editing many records of a list: the bar of the selection, and the dialog that it opens. */
import { lazy, useState } from "react";
import { Lazy } from "../../components/lazy.tsx";
import { canEditMany, focusEditMany } from "./edit-many-button.tsx";
import type { BulkRecord } from "./run/outcome.ts";
import { SelectionBar, type SelectionBarProps } from "./selection-bar.tsx";

const BulkDialog = lazy(() => import("./dialog/bulk-dialog.tsx"));

/** The bar while records can be selected; the dialog while they are edited, however the list changes meanwhile. */
export function EditMany({
  isAnswered,
  ...props
}: Omit<SelectionBarProps, "edit"> & {
  /** Whether there is a list to select from. */
  readonly isAnswered: boolean;
}) {
  const { view, path, search, selection } = props;
  const [edited, setEdited] = useState<readonly BulkRecord[]>();
  const edit = () => setEdited([...selection.selected].map(([each, name]) => ({ path: each, name })));
  return (
    <>
      {selection.isOn && isAnswered && canEditMany(view, search) && <SelectionBar key={path} {...props} edit={edit} />}
      {edited && (
        <Lazy>
          <BulkDialog
            view={view}
            path={path}
            records={edited}
            close={(isSent) => {
              setEdited(undefined);
              if (!isSent) return;
              selection.stop();
              focusEditMany();
            }}
          />
        </Lazy>
      )}
    </>
  );
}
