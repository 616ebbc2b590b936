/** The counts of related records. */
import type { Declaration } from "../../engine/declare/declaration.ts";
import type { Marked } from "../../engine/declare/field.ts";
import type { Below, MemberOf, Public } from "./relations.ts";

/** The name of a child's count on its parent. */
type ChildCount<D extends Declaration> = D extends {
  readonly countedAs?: infer N;
  readonly one: infer One extends string;
}
  ? [NonNullable<N>] extends [never]
    ? `${One}_count`
    : NonNullable<N>
  : never;

/** The declarations with a reference that its targets count. */
type Counting<All extends Declaration, Name extends string> = All extends Declaration
  ? true extends {
      [K in keyof All["fields"]]: All["fields"][K] extends Marked<"counted"> & Marked<"reference", infer To>
        ? Name extends To
          ? true
          : false
        : false;
    }[keyof All["fields"]]
    ? All
    : never
  : never;

/** The names of the counts of related records. */
export type CountNames<D extends Declaration, All extends Declaration> =
  | ChildCount<Public<Below<All, D["name"], "collection">>>
  | `${Below<All, D["name"], "membership">["member"]["one"]}_count`
  | `${MemberOf<All, D["name"]>["of"]["one"]}_count`
  | `${Counting<All, D["name"]>["one"]}_count`;
