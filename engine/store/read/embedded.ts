/** Reads what relations lead to from the records of a page: one statement for each relation and kind of target. */
import type { Values } from "../../declare/values.ts";
import { jsonText, type Projection } from "../../resource/representation.ts";
import type { Relation, RelationTarget, View } from "../../resource/resource.ts";
import { expandTemplate } from "../../resource/templates.ts";
import type { Requester } from "../../runtime/fair-queue.ts";
import { TimeSlice } from "../../runtime/time-slice.ts";
import type { ReadSession, ReadSource } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { FEW_ROWS } from "./cost.ts";
import { needsPath } from "./related.ts";
import { selectRelated, toValues } from "./select.ts";

/** The maximum number of records that a relation embeds in each record. */
export const MAX_EMBEDDED = 100;

/** What is embedded in one record. */
export interface Embedded {
  /** The JSON texts of representations by relation: a list, one, or null. */
  readonly records: ReadonlyMap<string, readonly string[] | string | null>;
  /** The names of relations with more records than are embedded. */
  readonly truncated: readonly string[];
}

/** The related records of one target, as JSON texts by the value that they were found by. */
type Found = ReadonlyMap<string, readonly RelatedRecord[]>;

interface RelatedRecord {
  readonly path: string | undefined;
  /** The JSON text of its representation. */
  readonly text: string;
}

/** The related records of one record, in order. */
function relatedTo(record: Values, relation: Relation, found: readonly Found[]): RelatedRecord[] {
  const related = found.flatMap((target) => target.get(record[relation.property] as string) ?? []);
  if (!needsPath(relation)) return related;
  return related.filter(({ path }) => path === expandTemplate(relation.link, record));
}

/** Reads related records from one server. */
export class EmbeddedReader {
  private readonly source: ReadSource;
  private readonly dialect: Dialect;
  private readonly projectionOf: (view: View) => Projection;

  /** @param projectionOf how the records of a view are embedded */
  constructor(source: ReadSource, dialect: Dialect, projectionOf: (view: View) => Projection) {
    this.source = source;
    this.dialect = dialect;
    this.projectionOf = projectionOf;
  }

  /**
   * Reads what relations lead to from each of some records.
   * @param records the values of each, with the properties of the relations
   */
  async read(relations: readonly Relation[], records: readonly Values[], requester: Requester): Promise<Embedded[]> {
    const found = await Promise.all(
      relations.map((relation) =>
        Promise.all(relation.targets.map((target) => this.readTarget(relation, target, records, requester))),
      ),
    );
    return records.map((record) => {
      const embedded = new Map<string, readonly string[] | string | null>();
      const truncated: string[] = [];
      for (const [index, relation] of relations.entries()) {
        const related = relatedTo(record, relation, found[index]!);
        if (related.length > MAX_EMBEDDED) truncated.push(relation.name);
        const texts = related.slice(0, MAX_EMBEDDED).map(({ text }) => text);
        embedded.set(relation.name, relation.isMany ? texts : (texts[0] ?? null));
      }
      return { records: embedded, truncated };
    });
  }

  private async readTarget(
    { isMany, property }: Relation,
    { view, column }: RelationTarget,
    records: readonly Values[],
    requester: Requester,
  ): Promise<Found> {
    const values = new Set(records.map((record) => record[property]).filter((value) => value !== null));
    if (values.size === 0) return new Map();
    const limit = isMany ? MAX_EMBEDDED + 1 : 1;
    const session = this.readerOf(values.size * limit, requester);
    const projection = this.projectionOf(view);
    const rows = await session.all(selectRelated(projection, column, [...values] as string[], limit, this.dialect));
    const found = new Map<string, RelatedRecord[]>();
    const timeSlice = new TimeSlice();
    for (const row of rows) {
      await timeSlice.yieldIfOver();
      const by = row["#related"] as string;
      const shown = toValues(projection, row);
      const related = { path: expandTemplate(view.links.self!, shown), text: jsonText(projection, shown) };
      const list = found.get(by);
      if (list) list.push(related);
      else found.set(by, [related]);
    }
    return found;
  }

  /** A few rows are read at once, as those of a page are. */
  private readerOf(rows: number, requester: Requester): ReadSession {
    return rows <= FEW_ROWS ? this.source.reader : this.source.slowReader(requester);
  }
}
