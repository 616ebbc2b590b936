/** Times that are truncated to periods: in SQL, and as JSON. */
import sql, { raw, type Sql } from "sql-template-tag";
import type { Json } from "../../../declare/values.ts";
import { decode } from "../../../kinds/kinds.ts";
import type { GroupKey, Period } from "../../../query/grouping.ts";
import { comparedColumn } from "../../../resource/column.ts";
import type { Dialect } from "../../dialect.ts";
import { quoteIdentifier } from "../../tables.ts";

/** The lengths of the texts that name a period: `202` for a decade, `2026`, `2026-01` for a month or a quarter, and so on. */
const LENGTHS: Record<Period, number> = { decade: 3, year: 4, quarter: 7, month: 7, day: 10, hour: 13, minute: 16 };

/** The lengths of periods in milliseconds, as far as they are the same every time. */
const MILLISECONDS: Partial<Record<Period, number>> = { day: 86_400_000, hour: 3_600_000, minute: 60_000 };

/** What completes the beginning of a date or date-time to the first moment that begins so. */
const FIRST_DATE = "0000-01-01";
const FIRST_MOMENT = `${FIRST_DATE}T00:00:00.000Z`;

/** The SQL of a key: equal for the records of a group, and in the order of the groups. */
export function keyExpression({ property, period }: GroupKey, dialect: Dialect): Sql {
  const column = quoteIdentifier(comparedColumn(property));
  if (period === undefined) return column;
  if (property.spec.kind !== "timestamp") return beginning(column, period);
  const length = MILLISECONDS[period];
  // Timestamps are never before 1970.
  return length === undefined
    ? beginning(dialect.monthOf(column), period)
    : sql`${column} - ${column} % ${raw(`${length}`)}`;
}

/** The beginning of a time that is stored as text. */
function beginning(text: Sql, period: Period): Sql {
  if (period !== "quarter") return sql`substr(${text}, 1, ${raw(`${LENGTHS[period]}`)})`;
  const month = sql`substr(${text}, 6, 2)`;
  const first = sql`CASE WHEN ${month} < '04' THEN '01' WHEN ${month} < '07' THEN '04' WHEN ${month} < '10' THEN '07' ELSE '10' END`;
  return sql`substr(${text}, 1, 5) || ${first}`;
}

/** The JSON value of a key, from the value of its expression. */
export function decodeKey({ property, period }: GroupKey, value: unknown): Json {
  const { kind } = property.spec;
  if (period === undefined || typeof value !== "string") return decode(kind, value);
  return value + (kind === "date" ? FIRST_DATE : FIRST_MOMENT).slice(value.length);
}
