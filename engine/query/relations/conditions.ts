/** Conditions while a query is read: those on one relation are collected, since one related record must satisfy all. */
import type { Relation, View } from "../../resource/resource.ts";
import type { Filter, RelationFilter } from "../filters.ts";
import { relatedSides, type Side } from "./related-records.ts";

/** Conditions on the records of a view. */
export class Conditions {
  readonly sides: readonly Side[];
  private readonly view: View;
  private readonly filters: Filter[] = [];
  /** The conditions on related records, by what leads to them. */
  private readonly related = new Map<string, RelatedConditions>();
  private isExcluded = false;

  constructor(view: View, sides: readonly Side[]) {
    this.view = view;
    this.sides = sides;
  }

  add(filter: Filter): void {
    this.filters.push(filter);
  }

  /** No record of the view can match, because it is of a kind without the field. */
  exclude(): void {
    this.isExcluded = true;
  }

  /** The conditions on one of the sides of these records. */
  at({ through }: Side): Conditions {
    return through ? this.on(through, "some").branches[0]! : this;
  }

  /**
   * The conditions on the records to which a relation leads, the same for all that are given for it.
   * @param apart only whether there are related records: a condition of its own
   */
  on(relation: Relation, operator: RelationFilter["operator"], apart = false): RelatedConditions {
    const key = `${operator} ${apart} ${relation.link}`;
    let conditions = this.related.get(key);
    if (!conditions) {
      conditions = new RelatedConditions(this.view, relation, operator);
      this.related.set(key, conditions);
    }
    return conditions;
  }

  /** The filters; undefined if no record can match. */
  build(): readonly Filter[] | undefined {
    if (this.isExcluded) return undefined;
    return [...this.filters, ...[...this.related.values()].map((related) => related.build())];
  }
}

/** Conditions on the records to which a relation leads. */
export class RelatedConditions {
  /** Those on the records of each kind, in the order of the relation's targets. */
  readonly branches: readonly Conditions[];
  /** Until the relation was counted. */
  isNew = true;
  readonly view: View;
  readonly relation: Relation;
  readonly operator: RelationFilter["operator"];

  constructor(view: View, relation: Relation, operator: RelationFilter["operator"]) {
    this.view = view;
    this.relation = relation;
    this.operator = operator;
    this.branches = relation.targets.map((target) => new Conditions(target.view, relatedSides(target.view)));
  }

  build(): RelationFilter {
    const { view, relation } = this;
    const related = relation.targets.flatMap((target, index) => {
      const filters = this.branches[index]!.build();
      return filters ? [{ target, filters }] : [];
    });
    return { operator: this.operator, view, relation, related };
  }
}
