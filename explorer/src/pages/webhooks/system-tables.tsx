/** The tables of lists that are the same in every registry, and have one of their own. */
import { type ComponentType, lazy } from "react";
import { Later } from "../../components/later.tsx";
import type { DeliveriesTableProps } from "./deliveries-table.tsx";

const DeliveriesTable = lazy(() => import("./deliveries-table.tsx"));

/** The tables by the names of their resources. */
export const SYSTEM_TABLES: Readonly<Partial<Record<string, ComponentType<DeliveriesTableProps>>>> = {
  deliveries: (props) => (
    <Later>
      <DeliveriesTable {...props} />
    </Later>
  ),
};
