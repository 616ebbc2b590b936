/** GET of one record. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { notFound, refuse } from "../problem.ts";
import { readPlainQuery } from "../query/list-query.ts";
import { readFields } from "../query/selecting.ts";
import { shownProperties } from "../resource/representation.ts";
import type { Property, View } from "../resource/resource.ts";
import { sendItem } from "./answers.ts";
import { placeOf, queryOf, type Service } from "./service.ts";

export function get({ store }: Service, view: View) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const properties = readChosen(view, queryOf(request));
    const shown = await store.get(view, placeOf(request), properties);
    if (!shown) throw notFound(`There is no ${view.resource.one} here.`);
    return sendItem(reply, view, properties === shownProperties(view) ? shown : only(shown, properties));
  };
}

function readChosen(view: View, query: string): readonly Property[] {
  if (query === "") return shownProperties(view);
  const { single, faults } = readPlainQuery(query, ["fields"]);
  const fields = readFields(view, single.get("fields"), faults);
  refuse(faults);
  return fields ?? shownProperties(view);
}

/** Links need values that were not asked for; those stay out of the answer. */
export function only<T extends Record<string, unknown>>(shown: T, properties: readonly Property[]): T {
  const chosen = [...properties.map((property) => property.name), "_links"];
  return Object.fromEntries(chosen.map((name) => [name, shown[name]])) as T;
}
