/** The parts of dialogs. */
import type { ReactNode } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { Button } from "../button.tsx";

/** Props of `Dialog`. */
export interface DialogProps {
  readonly onClose: () => void;
  /** The heading; with `titleHidden`, only the name of the dialog. */
  readonly title: string;
  readonly titleHidden?: boolean;
  /** The first sentence, under the title. */
  readonly lead?: ReactNode;
  /** Buttons, the filled one last. */
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
  /** Only its own buttons close it: neither Escape nor a click beside it. */
  readonly isSticky?: boolean;
  /** `narrow` for a question, `wide` for a table, `palette`, or `full` for the whole window. */
  readonly size?: "narrow" | "wide" | "palette" | "full";
}

/** An open dialog. */
export default function ModalDialog(props: DialogProps) {
  const { onClose, title, titleHidden = false, lead, footer, children, isSticky = false, size = "narrow" } = props;
  return (
    <ModalOverlay
      className={`veil is-${size}`}
      isOpen
      isDismissable={!isSticky}
      isKeyboardDismissDisabled={isSticky}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className="veil-in">
        <Dialog className={`dialog is-${size}`}>
          {titleHidden ? (
            <Heading slot="title" level={2} className="sr">
              {title}
            </Heading>
          ) : (
            <div className="dialog-head">
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              {lead && <p>{lead}</p>}
            </div>
          )}
          {size === "full" && (
            <Button className="dialog-close" look="bare" icon="close" label="Close" onClick={onClose} />
          )}
          {titleHidden ? children : <div className="body">{children}</div>}
          {footer && <div className="dialog-foot">{footer}</div>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
