import type { KindSpec } from "./kind.ts";

/** An object with fields. */
export const object = {
  column: "clip",
  control: "text",
  example: ({ fields }, exampleOf) =>
    Object.fromEntries(fields.filter(({ required }) => required).map((each) => [each.name, exampleOf(each)])),
} satisfies KindSpec;
