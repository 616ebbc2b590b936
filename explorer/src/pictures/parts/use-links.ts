/** The links of a drawing: one stop of the Tab key, and which of them is pointed at. */
import { type FocusEvent, type MouseEvent, useState } from "react";
import { type Roving, useRoving } from "./use-roving.ts";

/** The link that is pointed at, or has the focus. */
export interface Pointed {
  readonly key: string;
  readonly isFocus: boolean;
}

/** The props of the element around the links, and what is known of these. */
export interface Links<E extends Element> extends Pick<Roving<E>, "tabIndexOf"> {
  readonly props: Omit<Roving<E>, "tabIndexOf"> & {
    readonly onBlur: () => void;
    readonly onMouseOver: (event: MouseEvent) => void;
    readonly onMouseLeave: () => void;
  };
  readonly pointed: Pointed | undefined;
}

/** Follows the focus and the pointer. @param keys of the links, each of which is its `data-key` */
export function useLinks<E extends Element>(keys: readonly string[]): Links<E> {
  const { tabIndexOf, ...roving } = useRoving<E>(keys);
  const [pointed, setPointed] = useState<Pointed>();
  const point = ({ target }: FocusEvent | MouseEvent, isFocus: boolean) => {
    const key = (target as Element).closest("[data-key]")?.getAttribute("data-key");
    if (key != null) setPointed({ key, isFocus });
    else leave();
  };
  const leave = () => setPointed((now) => (now?.isFocus ? now : undefined));
  return {
    ...{ tabIndexOf, pointed },
    props: {
      ...roving,
      onFocus: (event) => {
        roving.onFocus(event);
        point(event, true);
      },
      onBlur: () => setPointed(undefined),
      onMouseOver: (event) => point(event, false),
      onMouseLeave: leave,
    },
  };
}
