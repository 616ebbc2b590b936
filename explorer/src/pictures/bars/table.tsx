/** The table of bars. */

import type { Field, View } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { Value } from "../../fields/show/value.tsx";
import type { Column, Table } from "../parts/columns.ts";
import type { Item } from "./layout.ts";

/** Returns the records as rows, in the order of the bars. */
export function tableOf(items: readonly Item[], view: View, field: Field, colour: Field | undefined): Table<Item> {
  const title = view.fields.find(({ name }) => name === view.title);
  const columns: Column<Item>[] = [
    {
      ...{ name: view.title, label: title?.label ?? "Name", value: ({ name }) => name },
      cell: ({ name, path }) => <Link to={pageOf(path)}>{name}</Link>,
    },
    ...(colour
      ? [
          {
            name: colour.name,
            label: colour.label,
            value: ({ category }: Item) => category,
            cell: ({ category }: Item) => category && words(category),
          },
        ]
      : []),
    {
      ...{ name: field.name, label: field.label, isNumber: true, value: ({ exact }) => exact },
      cell: ({ exact }) => <Value field={field} record={{ [field.name]: exact }} short />,
    },
  ];
  return { columns, rows: items, keyOf: ({ path }) => path };
}
