/** Answers in JSON, written by serializers compiled from the representation's schema. */
import fastJson from "fast-json-stringify";
import type { FastifyReply } from "fastify";
import { oncePer } from "../once.ts";
import { representStored } from "../resource/representation.ts";
import type { Resource, View } from "../resource/resource.ts";
import { representationSchema } from "../resource/schemas.ts";
import type { Values } from "../resource/values.ts";
import { pathOf } from "../store/change.ts";
import type { Stored } from "../store/tables.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

type Serializer = (value: unknown) => string;
/** Writes one record as a view shows it; compiled when it is first needed. */
export const itemSerializer = oncePer((view: View): Serializer => fastJson(representationSchema(view) as object));

/** Answers with text that is JSON already. */
export function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.header("content-type", JSON_TYPE).send(json);
}

/** Answers with one record. */
export function sendItem(reply: FastifyReply, view: View, shown: Values): FastifyReply {
  const links = shown._links as Record<string, string>;
  return sendJson(reply.header("content-location", links.self), itemSerializer(view)(shown));
}

/** Answers a write with the record as it is now. */
export function sendWritten(reply: FastifyReply, resource: Resource, record: Stored, created: boolean): FastifyReply {
  if (created) reply.code(201).header("location", pathOf(resource, record));
  const view = resource.views[0]!;
  return sendItem(reply, view, representStored(view, record));
}
