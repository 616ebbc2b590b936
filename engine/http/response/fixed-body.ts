/** Bodies that stay the same as long as the process runs, such as the OpenAPI document. */
import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type Fault, refuseFaults } from "../../problem.ts";
import { readConditions } from "../request/conditions.ts";
import { JSON_TYPE } from "../request/negotiation.ts";
import { type Coding, codingFor, LASTING_ENCODERS } from "./content-coding.ts";
import { isNotModified } from "./preconditions.ts";
import type { HttpResponse } from "./response.ts";

/** What a fixed body has besides its content. */
export interface FixedBodyOptions {
  /** By names in lower case; by default, the body is JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body in content codings, if it was compressed before. */
  readonly coded?: Partial<Record<Coding, Buffer>>;
  /** Whether its format is compressed already, so that it has no content coding. */
  readonly uncoded?: boolean;
  /** Whether it is made for one request, so that it is compressed quickly rather than well. */
  readonly brief?: boolean;
}

/** A body with its entity tag. It is compressed once in each content coding, at the first request that accepts it. */
export class FixedBody {
  /** Bytes, so that all sockets share them; of a text, each would have a copy while it sends it. */
  private readonly body: Buffer;
  private readonly headers: Readonly<Record<string, string>>;
  /** A strong entity tag: the same content has the same tag in every process. */
  private readonly tag: string;
  private readonly uncoded: boolean;
  private readonly brief: boolean;
  private readonly compressed = new Map<Coding, Promise<Buffer>>();

  constructor(
    body: string | Buffer,
    { headers = { "content-type": JSON_TYPE }, coded = {}, uncoded = false, brief = false }: FixedBodyOptions = {},
  ) {
    this.body = Buffer.from(body);
    this.headers = headers;
    this.uncoded = uncoded;
    this.brief = brief;
    this.tag = `"${hash("sha1", body, "base64url").replaceAll("-", "~")}"`;
    for (const [coding, bytes] of Object.entries(coded)) this.compressed.set(coding as Coding, Promise.resolve(bytes));
  }

  /** The body in a content coding; the same promise for every request. */
  readonly compress = (coding: Exclude<Coding, "identity">): Promise<Buffer> => {
    const known = this.compressed.get(coding) ?? LASTING_ENCODERS[coding](this.body);
    this.compressed.set(coding, known);
    return known;
  };

  /**
   * Responds to GET, and evaluates its preconditions.
   * @throws Problem `precondition-failed`, and a 400 if a precondition is malformed
   */
  respond(request: FastifyRequest): HttpResponse {
    const faults: Fault[] = [];
    const conditions = readConditions(request.headers, faults);
    refuseFaults(faults);
    const coding = this.uncoded ? "identity" : codingFor(request);
    const unmodified = conditions && isNotModified(conditions, { tag: this.tag, coding });
    return this.withStatus(unmodified ? 304 : 200, { etag: this.tag });
  }

  /** A response with this body that is not its resource, such as a 404 page. */
  withStatus(status: number, headers: Readonly<Record<string, string>> = {}): HttpResponse {
    const { body, compress, uncoded } = this;
    return { status, headers: { ...this.headers, ...headers }, body, uncoded, ...(this.brief ? {} : { compress }) };
  }
}
