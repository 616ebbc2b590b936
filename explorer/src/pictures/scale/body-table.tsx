/** The table of a scale. */

import { words } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import { Quantity } from "../../fields/show/value.tsx";
import type { Column, Table } from "../parts/columns.ts";
import { type Body, fieldOf, type ScaleList } from "./bodies.ts";
import type { Family } from "./family.ts";

/** Returns the bodies that are drawn, as rows. */
export function bodyTable(bodies: readonly Body[], { view, picture }: ScaleList, { centers }: Family): Table<Body> {
  const names = new Map(centers.map(({ body }) => [body.id, body.name]));
  const part = (name: string, column: (label: string, name: string) => Column<Body>): Column<Body>[] => {
    const field = fieldOf(view, picture, name);
    return field ? [column(field.label, field.name)] : [];
  };
  const number = (read: (body: Body) => number | undefined, unit: string | undefined) => ({
    isNumber: true,
    value: read,
    cell: (body: Body) => {
      const value = read(body);
      return value === undefined ? null : <Quantity value={value} unit={unit} />;
    },
  });
  const columns: Column<Body>[] = [
    {
      ...{ name: view.title, label: "Name", value: ({ name }) => name },
      cell: ({ name, path }) => <Link to={pageOf(path)}>{name}</Link>,
    },
    ...part("around", (label, name) => ({
      ...{ name, label, value: ({ around }) => around, cell: ({ around }) => names.get(around ?? "") ?? around },
    })),
    ...part("colour", (label, name) => ({
      ...{ name, label, value: ({ category }) => category, cell: ({ category }) => category && words(category) },
    })),
    ...part("radius", (label, name) => ({
      ...{ name, label, ...number(({ radius }) => radius, fieldOf(view, picture, "radius")?.unit) },
    })),
    ...part("distance", (label, name) => ({
      ...{ name, label, ...number(({ distance }) => distance, fieldOf(view, picture, "distance")?.unit) },
    })),
    ...part("eccentricity", (label, name) => ({
      ...{ name, label, ...number(({ eccentricity }) => eccentricity, undefined) },
    })),
    ...part("period", (label, name) => ({
      ...{ name, label, ...number(({ period }) => period, fieldOf(view, picture, "period")?.unit) },
    })),
  ];
  return { columns, rows: bodies, keyOf: ({ id }) => id };
}
