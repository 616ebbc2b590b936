/** What the hand-written baselines share: the representations of missions, as the service shows them. */

import type { KnownMission } from "../records/missions.ts";

const DAY = 86_400_000;
const TRANSITIONS: Record<string, string[]> = {
  planned: ["on_hold", "active", "failed", "cancelled"],
  on_hold: ["planned", "cancelled"],
  active: ["completed", "failed"],
  completed: [],
  failed: [],
  cancelled: ["planned"],
};

/** The columns of texts, and all columns. */
export const TEXTS = [
  ...["id", "name", "description", "status", "status_reason", "launch_date", "launch_date_precision", "end_date"],
  ...["operator", "mission_type", "destination", "part_of", "created_at", "updated_at"],
];
export const COLUMNS = [...TEXTS, "duration_days", "crew_size"];

/** A mission by column. */
export type Row = Record<string, string | number | null>;

/** The row of a mission, with what a client does not send. */
export function completeRow(mission: KnownMission): Row {
  const { launch_date: from, end_date: to } = mission;
  const now = new Date().toISOString();
  return {
    ...mission,
    status_reason: null,
    launch_date_precision: "day",
    duration_days: from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / DAY,
    part_of: null,
    created_at: now,
    updated_at: now,
  };
}

/** The representation of a mission. */
export function represent(row: Row): object {
  const self = `/api/missions/${row.id}`;
  return {
    ...row,
    allowed_transitions: TRANSITIONS[row.status as string],
    _links: {
      self,
      spacecraft: `${self}/spacecraft`,
      crew: `${self}/astronauts`,
      astronauts: `${self}/astronauts`,
      objectives: `${self}/objectives`,
      data: `${self}/data`,
      ...(row.destination === null ? {} : { destination: `/api/planets/${row.destination}` }),
    },
  };
}

/** What a list is asked for. */
export interface ListQuery {
  readonly parameters: URLSearchParams;
  /** Filters by status. */
  readonly status: string | null;
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
}

/** Reads the query of a list. */
export function readList(parameters: URLSearchParams): ListQuery {
  const [page, limit] = [Number(parameters.get("page") ?? 1), Number(parameters.get("limit") ?? 20)];
  return { parameters, status: parameters.get("status"), page, limit, offset: (page - 1) * limit };
}

/** The representation of a page. @param rows the missions' ids, names and states */
export function representPage({ parameters, page, limit }: ListQuery, rows: readonly Row[], total: number): object {
  const to = (number: number) => {
    parameters.set("page", String(number));
    return `/api/missions?${parameters}`;
  };
  const last = Math.max(1, Math.ceil(total / limit));
  return {
    page,
    limit,
    total_count: total,
    missions: rows.map((row) => ({ ...row, _links: { self: `/api/missions/${row.id}` } })),
    _links: {
      self: to(page),
      ...(page < last ? { next: to(page + 1) } : {}),
      ...(page > 1 ? { prev: to(page - 1) } : {}),
      first: to(1),
      last: to(last),
    },
  };
}
