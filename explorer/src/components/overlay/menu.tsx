/** Menus: a button, and commands or choices. */
import { lazy } from "react";
import type { ButtonProps } from "../button.tsx";
import type { MenuProps } from "./menu-list.tsx";
import { Trigger } from "./trigger.tsx";

const load = () => import("./menu-list.tsx");
const MenuList = lazy(load);

/** A button that opens a menu. */
export function Menu({ button, ...rest }: MenuProps & { readonly button: ButtonProps }) {
  return <Trigger opens="menu" load={load} button={button} render={(opened) => <MenuList {...rest} {...opened} />} />;
}
