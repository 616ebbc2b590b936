/** The tables of lists that are the same in every registry, and have one of their own. */
import { type ComponentType, lazy } from "react";
import { Lazy } from "../../components/lazy.tsx";
import type { DeliveriesTableProps } from "./deliveries-table.tsx";

const DeliveriesTable = lazy(() => import("./deliveries-table.tsx"));

/** The tables by the names of their resources. */
export const SYSTEM_TABLES: Readonly<Partial<Record<string, ComponentType<DeliveriesTableProps>>>> = {
  deliveries: (props) => (
    <Lazy>
      <DeliveriesTable {...props} />
    </Lazy>
  ),
};
