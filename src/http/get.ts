/** GET of one record. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { notFound, refuse } from "../problem.ts";
import { readPlainQuery } from "../query/list-query.ts";
import { readFields } from "../query/selecting.ts";
import { type Shape, shapeOf, wholeShape } from "../resource/representation.ts";
import type { View } from "../resource/resource.ts";
import { sendItem } from "./answers.ts";
import { placeOf, queryOf, type Service } from "./service.ts";

export function get({ store }: Service, view: View) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const shape = readShape(view, queryOf(request));
    const shown = await store.get(shape, placeOf(request));
    if (!shown) throw notFound(`There is no ${view.resource.one} here.`);
    return sendItem(reply, view, shown);
  };
}

function readShape(view: View, query: string): Shape {
  if (query === "") return wholeShape(view);
  const { single, faults } = readPlainQuery(query, ["fields"]);
  const fields = readFields(view, single.get("fields"), faults);
  refuse(faults);
  return fields ? shapeOf(view, fields, view.links) : wholeShape(view);
}
