/** Buttons. A button with only an icon has a name. */
import type { ComponentProps } from "react";
import { Icon, type IconName } from "./icon.tsx";

/** A button: what it says, and how it looks. */
export interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
  /** `main` is the one filled button of a view. */
  readonly look?: "main" | "danger" | "bare" | undefined;
  readonly small?: boolean | undefined;
  readonly icon?: IconName | undefined;
  /** The name of a button that shows nothing but its icon. */
  readonly label?: string | undefined;
  readonly type?: "button" | "submit";
}

/** A button. */
export function Button({ look, small, icon, label, className, children, type = "button", ...rest }: ButtonProps) {
  const isIcon = label !== undefined && children === undefined;
  const name = label ?? rest["aria-label"];
  const classes = ["btn", look && `is-${look}`, small && "is-small", isIcon && "is-icon", className];
  return (
    <button {...rest} type={type} className={classes.filter(Boolean).join(" ")} aria-label={name} title={label}>
      {icon && <Icon name={icon} size={small && !isIcon ? 14 : 16} />}
      {children}
    </button>
  );
}
