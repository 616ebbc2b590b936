/** Links between pages: those on a page of the past lead to the same moment. */
import { type LinkProps, Link as RouterLink, type To } from "react-router";
import { atMoment } from "../../address/moment.ts";
import { useDating } from "../../requests/past/dating.ts";
import { useDescription } from "../use-description.tsx";
import { pageAt } from "./dated-pages.ts";

/** A link to a page. Names of records have their own direction. */
export function Link(props: LinkProps) {
  const dated = useDatedPage();
  return <RouterLink dir="auto" {...props} to={dated(props.to)} />;
}

/** Returns a function that returns an address at the moment of this page, if there is something to see of it. */
export function useDatedPage(): (to: To) => To {
  const description = useDescription();
  const { moment } = useDating();
  return (to) => {
    if (moment === undefined) return to;
    if (typeof to === "string") return pageAt(description, to, moment);
    return to.pathname === undefined ? { ...to, search: atMoment(to.search ?? "", moment) } : to;
  };
}
