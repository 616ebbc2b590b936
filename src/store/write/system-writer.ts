/** Records and facts that the service keeps for itself: no client's rules are asked, and their consequences follow all the same. */
import sql, { join } from "sql-template-tag";
import { v7 as timeOrderedUuid } from "uuid";
import type { Values } from "../../declare/values.ts";
import { declaredColumn, type Resource } from "../../resource/resource.ts";
import { encode, quoteIdentifier, type StoredRecord } from "../tables.ts";
import { TransactionReader } from "./inquiry.ts";
import { propagate } from "./propagate.ts";

export class SystemWriter extends TransactionReader {
  /** Makes a record under a new id; fields that are left out have their fallback. */
  async enter(resource: Resource, values: Values): Promise<StoredRecord> {
    const fallbacks = [...resource.fields].map(([name, { fallback }]) => [name, fallback]);
    const complete = { ...Object.fromEntries(fallbacks), ...values, id: timeOrderedUuid() };
    const record = (await this.unit.insert(resource, complete))!;
    await propagate(this.unit, resource, [{ before: null, after: record }], this);
    return record;
  }

  /** Sets fields that are the service's to set, where the record is still there. */
  async note(resource: Resource, id: string, values: Values): Promise<void> {
    const before = await this.unit.find(resource, id);
    if (!before) return;
    // Which is no deed of anybody's, and would drown what is.
    const after = await this.unit.update(resource, before, values, isVisible(resource, values), false);
    if (after !== before) await propagate(this.unit, resource, [{ before, after }], this);
  }

  /** How many records have this value in a column. */
  amount(resource: Resource, column: string, value: string): Promise<number> {
    return this.unit.count(resource, sql`${quoteIdentifier(column)} = ${value}`);
  }

  /** Takes away the records whose moment in a column is not later than `until`, and answers them. */
  async expire(resource: Resource, column: string, until: string): Promise<StoredRecord[]> {
    const expired = await this.unit.select(resource, sql`${quoteIdentifier(column)} <= ${encode("instant", until)}`);
    await this.removeAll(resource, expired);
    return expired;
  }

  /** Takes away records that have had their time, those that are still there. */
  async clear(resource: Resource, records: readonly StoredRecord[]): Promise<void> {
    if (records.length === 0) return;
    const numbers = records.map(({ n }) => n);
    await this.removeAll(resource, await this.unit.select(resource, sql`n IN (${join(numbers)}) ORDER BY n`));
  }

  protected async removeAll(resource: Resource, records: readonly StoredRecord[]): Promise<void> {
    for (const record of records) {
      await this.unit.timeSlice.next();
      await this.unit.delete(resource, record);
    }
    await propagate(
      this.unit,
      resource,
      records.map((before) => ({ before, after: null })),
      this,
    );
  }

  /** Keeps a text under a name; undefined takes it away. */
  keep(name: string, value: string | undefined): Promise<void> {
    return this.unit.setMetadata(name, value);
  }
}

/** Whether values, by column, are seen in a representation: what was declared and what is hidden is not. */
export function isVisible({ fields }: Resource, values: Values): boolean {
  const unseen = new Set([...fields].map(([name, { hidden }]) => (hidden ? name : declaredColumn(name))));
  return Object.keys(values).some((column) => !unseen.has(column));
}
