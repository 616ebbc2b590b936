/** The registry as the hooks of declarations see it, within a unit of work. */
import type { RegistryReader, RegistryWriter } from "../../declare/hooks.ts";
import type { Values } from "../../declare/values.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource } from "../../resource/resource.ts";
import { readSubmission, type Submission } from "../../resource/submission.ts";
import type { Place } from "../place.ts";

interface Rows {
  readonly catalog: Catalog;
  readonly now: string;
  find(resource: Resource, key: string): Promise<Values | undefined>;
  findAllBy(resource: Resource, column: string, value: string): Promise<Values[]>;
}

export class TransactionReader implements RegistryReader {
  protected readonly rows: Rows;

  constructor(rows: Rows) {
    this.rows = rows;
  }

  get today(): string {
    return this.rows.now.slice(0, 10);
  }

  get now(): string {
    return this.rows.now;
  }

  async find(resource: string, id: string): Promise<Values | null> {
    return (await this.rows.find(this.rows.catalog.resource(resource), id)) ?? null;
  }

  entries(membership: string, side: { of: string } | { member: string }): Promise<Values[]> {
    const resource = this.rows.catalog.resource(membership);
    return "of" in side
      ? this.rows.findAllBy(resource, resource.parentKey!, side.of)
      : this.rows.findAllBy(resource, resource.key, side.member);
  }
}

interface RecordWriter {
  create(resource: Resource, of: string | undefined, submission: Submission): Promise<unknown>;
  patch(resource: Resource, place: Place, submission: Submission): Promise<unknown>;
  delete(resource: Resource, place: Place): Promise<unknown>;
}

export class TransactionWriter extends TransactionReader implements RegistryWriter {
  private readonly writer: RecordWriter;

  constructor(rows: Rows, writer: RecordWriter) {
    super(rows);
    this.writer = writer;
  }

  async assign(membership: string, of: string, member: string, values: Values): Promise<void> {
    const resource = this.rows.catalog.resource(membership);
    await this.writer.create(resource, of, readSubmission(resource, "create", { [resource.key]: member, ...values }));
  }

  async amend(membership: string, of: string, member: string, values: Values): Promise<void> {
    const resource = this.rows.catalog.resource(membership);
    await this.writer.patch(resource, { of, id: member }, readSubmission(resource, "patch", values));
  }

  async release(membership: string, of: string, member: string): Promise<void> {
    await this.writer.delete(this.rows.catalog.resource(membership), { of, id: member });
  }
}
