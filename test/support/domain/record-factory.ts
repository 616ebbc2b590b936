/** Creates records of any declared resource from the schemas of its fields, after the records that they refer to. */
import assert from "node:assert/strict";
import type { FieldSpec, Reference } from "../../../engine/declare/field-spec.ts";
import type { Json, Values } from "../../../engine/declare/values.ts";
import type { Resource } from "../../../engine/resource/resource.ts";
import type { Body, HttpResponse, Served } from "../http/serve.ts";
import { sampleValue } from "./sample-values.ts";

/** A record that was created over HTTP. */
export interface CreatedRecord {
  readonly resource: Resource;
  readonly draft: Values;
  readonly id: string;
  /** The parent's id, or "". */
  readonly parentId: string;
  readonly path: string;
  /** The path of its list; its own path for a one-to-one. */
  readonly listPath: string;
  readonly response: HttpResponse;
  readonly body: Body;
}

/** `every` fills all writable fields, `required` only the required ones. */
export type Extent = "every" | "required";

/** Whether clients write this field directly. */
export function isWritable(spec: FieldSpec): boolean {
  return spec.presence !== "derived" && spec.derivedWith === undefined && !spec.writtenThrough;
}

/** Creates records in one service. */
export class RecordFactory {
  private readonly served: Served;
  private seed = 0;

  constructor(served: Served) {
    this.served = served;
  }

  /** An unused id. */
  newId(): string {
    this.seed += 1;
    return `made-${this.seed}.~x_`;
  }

  /**
   * A valid body for the resource; records that it refers to are created first.
   * @param fixed values of fields, or of the member's id, that are not generated
   */
  async draft(resource: Resource, parentId: string, extent: Extent, fixed: Values = {}): Promise<Values> {
    this.seed += 1;
    const seed = this.seed;
    const draft: Values = {};
    if (resource.member)
      draft[resource.key] = fixed[resource.key] ?? (await this.create(resource.member, "required")).id;
    let position = 0;
    for (const [name, spec] of resource.fields) {
      position += 1;
      // Other tests cover declared counts, which limit the children, and states, which have fixed transitions.
      if (!isWritable(spec) || spec.overflowCode || spec.transitions) continue;
      if (fixed[name] !== undefined) draft[name] = fixed[name];
      else if (name === "event_id") draft[name] = (await this.create(this.served.catalog.log!, "required")).id;
      else if (extent === "every" || spec.presence === "required") {
        draft[name] = spec.reference
          ? await this.target(spec.reference, parentId, seed)
          : await this.withTarget(spec, sampleValue(name, spec, seed, position));
      }
    }
    return draft;
  }

  /** A value whose elements, if they refer to records, refer to one. */
  private async withTarget({ elementKey }: FieldSpec, value: Json): Promise<Json> {
    if (elementKey?.to === undefined) return value;
    const [member, { id }] = [
      elementKey.members[0]!,
      await this.create(this.served.catalog.resource(elementKey.to), "required"),
    ];
    return (value as Values[]).map((element) => ({ ...element, [member]: id }));
  }

  private async target({ to, sibling }: Reference, parentId: string, seed: number): Promise<Json> {
    const resource = this.served.catalog.resource(to[seed % to.length]!);
    return (await this.create(resource, "required", sibling ? { [resource.parentKey!]: parentId } : {})).id;
  }

  /** The parent's id of a new record: from `fixed`, or of a new parent. */
  async parent(resource: Resource, fixed: Values = {}): Promise<string> {
    if (!resource.parent) return "";
    return (fixed[resource.parentKey!] as string) ?? (await this.create(resource.parent, "required")).id;
  }

  /** The path at which records of a resource are created. */
  listPath(resource: Resource, parentId: string): string {
    return resource.views[0]!.path.replace(/\{\w+\}/, parentId);
  }

  /** The event of a record that is created for it. */
  private async event(resource: Resource): Promise<CreatedRecord> {
    const listPath = this.listPath(resource, "");
    const { path } = await this.create(this.served.catalog.resources[0]!, "required");
    const { body } = await this.served.get(`${listPath}?subject=${path}`);
    const { id, _links: links } = body[resource.plural][0];
    const response = await this.served.get(links.self);
    return { resource, draft: {}, id, parentId: "", path: links.self, listPath, response, body: response.body };
  }

  /**
   * Creates a record by POST, a one-to-one by PUT.
   * @param fixed as for `draft`, and the parent's id
   */
  async create(resource: Resource, extent: Extent, fixed: Values = {}): Promise<CreatedRecord> {
    if (resource.name === "operations") return this.operation(resource);
    if (resource === this.served.catalog.log) return this.event(resource);
    const parentId = await this.parent(resource, fixed);
    const draft = await this.draft(resource, parentId, extent, fixed);
    const listPath = this.listPath(resource, parentId);
    const single = resource.kind === "single";
    const response = single ? await this.served.put(listPath, draft) : await this.served.post(listPath, draft);
    assert.equal(response.status, 201, `${listPath} ${JSON.stringify(draft)}\n${response.text}`);
    const path = response.headers.get("location")!;
    // Secrets are in this response only.
    const shown = Object.entries(response.body as Body).filter(([name]) => !resource.fields.get(name)?.secret);
    return {
      resource,
      draft,
      id: response.body.id,
      parentId,
      path,
      listPath,
      response,
      body: Object.fromEntries(shown),
    };
  }

  /** Operations are created by asynchronous requests: here the deletion of a record. */
  private async operation(resource: Resource): Promise<CreatedRecord> {
    const { path: deletedPath } = await this.create(this.served.catalog.resources[0]!, "required");
    const response = await this.served.delete(`${deletedPath}?cascade=true`, { headers: { prefer: "respond-async" } });
    assert.equal(response.status, 202, response.text);
    const { id, _links } = response.body;
    return {
      ...{ resource, id, draft: {}, parentId: "", path: _links.self, listPath: "/api/operations" },
      ...{ response, body: await waitForOperation(this.served, _links.self) },
    };
  }
}

/** Polls an operation until it is finished. */
export async function waitForOperation(served: Served, path: string): Promise<Body> {
  for (;;) {
    const { body, status, text } = await served.get(path);
    assert.equal(status, 200, text);
    if (body.finished_at !== null) return body;
  }
}
