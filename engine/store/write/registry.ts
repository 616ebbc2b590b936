/** The registry as the hooks of declarations see it, within a unit of work. */
import type { BothSides, RegistryReader, RegistryWriter, Side } from "../../declare/hooks.ts";
import type { Draft, EntryShape, HookRecord, Shape } from "../../declare/record-types.ts";
import type { Values } from "../../declare/values.ts";
import type { Catalog } from "../../resource/catalog.ts";
import { entryOf } from "../../resource/hooks.ts";
import type { Resource } from "../../resource/resource.ts";
import { readSubmission, type Submission } from "../../resource/submission.ts";
import type { Place } from "../place.ts";

interface RowReader {
  readonly catalog: Catalog;
  readonly now: string;
  find(resource: Resource, key: string): Promise<Values | undefined>;
  findAllBy(resource: Resource, column: string, value: string): Promise<Values[]>;
  countBy(resource: Resource, column: string, value: string): Promise<number>;
}

/** What hooks may read. */
export class TransactionReader implements RegistryReader {
  protected readonly rows: RowReader;

  constructor(rows: RowReader) {
    this.rows = rows;
  }

  get today(): string {
    return this.rows.now.slice(0, 10);
  }

  get now(): string {
    return this.rows.now;
  }

  async find<D extends Shape>({ name }: D, id: string): Promise<HookRecord<D> | null> {
    const record = await this.rows.find(this.rows.catalog.resource(name), id);
    return (record ?? null) as HookRecord<D> | null;
  }

  async referring<D extends Shape>({ name }: D, field: string, id: string): Promise<HookRecord<D>[]> {
    return (await this.rows.findAllBy(this.rows.catalog.resource(name), field, id)) as HookRecord<D>[];
  }

  async children<D extends Shape>({ name }: D, parent: string): Promise<HookRecord<D>[]> {
    const resource = this.rows.catalog.resource(name);
    if (!resource.parentKey) throw new Error(`${name} has no parent.`);
    return (await this.rows.findAllBy(resource, resource.parentKey, parent)) as HookRecord<D>[];
  }

  count<D extends Shape>({ name }: D, field: keyof D["fields"] & string, value: string): Promise<number> {
    return this.rows.countBy(this.rows.catalog.resource(name), field, value);
  }

  async entries<M extends EntryShape>({ name }: M, side: Side): Promise<HookRecord<M>[]> {
    const resource = this.rows.catalog.resource(name);
    const [column, id] = "owner" in side ? [resource.parentKey!, side.owner] : [resource.key, side.member];
    const entries = await this.rows.findAllBy(resource, column, id);
    return entries.map((entry) => entryOf(resource, entry) as HookRecord<M>);
  }
}

interface RecordWriter {
  create(resource: Resource, parentId: string | undefined, submission: Submission): Promise<unknown>;
  patch(resource: Resource, place: Place, submission: Submission): Promise<unknown>;
  delete(resource: Resource, place: Place): Promise<unknown>;
}

/** What hooks may read and write. */
export class TransactionWriter extends TransactionReader implements RegistryWriter {
  private readonly writer: RecordWriter;

  constructor(rows: RowReader, writer: RecordWriter) {
    super(rows);
    this.writer = writer;
  }

  async addMember<M extends EntryShape>(
    { name }: M,
    { owner, member }: BothSides,
    values: Partial<Draft<M["fields"]>>,
  ): Promise<void> {
    const resource = this.rows.catalog.resource(name);
    const body = { [resource.key]: member, ...values };
    await this.writer.create(resource, owner, readSubmission(resource, "create", body));
  }

  async updateMember<M extends EntryShape>(
    { name }: M,
    { owner, member }: BothSides,
    values: Partial<Draft<M["fields"]>>,
  ): Promise<void> {
    const resource = this.rows.catalog.resource(name);
    await this.writer.patch(resource, { parentId: owner, id: member }, readSubmission(resource, "patch", values));
  }

  async removeMember({ name }: EntryShape, { owner, member }: BothSides): Promise<void> {
    await this.writer.delete(this.rows.catalog.resource(name), { parentId: owner, id: member });
  }
}
