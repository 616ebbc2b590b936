/** Makes everything on a page show the moment that its address asks about. */
import { type ReactNode, useMemo } from "react";
import { useLocation } from "react-router";
import { atMoment } from "../../address/moment.ts";
import { type Dating, DatingContext } from "../../requests/past/dating.ts";
import { DescriptionContext, useDescription } from "../use-description.tsx";
import { momentOfPage } from "./dated-pages.ts";
import { readOnly } from "./read-only.ts";

/** Provides the moment of the address; what is past can only be read. */
export function PastProvider({ children }: { readonly children: ReactNode }) {
  const description = useDescription();
  const { pathname, search } = useLocation();
  const moment = momentOfPage(description, pathname + search);
  const dating = useMemo((): Dating => {
    const dated = (path: string, at: string) => (description.at(path)?.view.hasPast ? atMoment(path, at) : path);
    return { moment, dated: (path) => (moment === undefined ? path : dated(path, moment)) };
  }, [description, moment]);
  const shown = useMemo(() => (moment === undefined ? description : readOnly(description)), [description, moment]);
  return (
    <DatingContext value={dating}>
      <DescriptionContext value={shown}>{children}</DescriptionContext>
    </DatingContext>
  );
}
