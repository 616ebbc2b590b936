/** The moment that the requests of a page ask about. */
import { createContext, useContext } from "react";

/** The moment of a page. */
export interface Dating {
  /** As the address has it; undefined for the present. */
  readonly moment: string | undefined;
  /** Returns a path of the API at that moment, if what is there has a past. */
  readonly dated: (path: string) => string;
}

/** The present. */
export const PRESENT: Dating = { moment: undefined, dated: (path) => path };

/** Pages show the present, unless something around them says otherwise. */
export const DatingContext = createContext(PRESENT);

/** Returns the moment of the page. */
export function useDating(): Dating {
  return useContext(DatingContext);
}
