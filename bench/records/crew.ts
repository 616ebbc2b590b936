/** Generated crews in SQL, which takes seconds where the rules of a request would take minutes. */
import Sqlite from "better-sqlite3";

/** How many astronauts there are. */
export const ASTRONAUTS = 10_000;
/** The number of crew members of each mission. */
export const CREW_SIZE = 3;
/** How many astronauts have each nationality: `land 0` and so on. */
export const COMPATRIOTS = 50;

/** The numbers 0 to 9,999, one for each astronaut. */
const NUMBERS = `WITH RECURSIVE numbers(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < ${ASTRONAUTS})`;

/** Adds astronauts, and a crew to each mission, to a filled file that no service has open. */
export function fillCrews(file: string): void {
  const database = new Sqlite(file);
  database.exec(`
    BEGIN;
    INSERT INTO astronauts (n, id, name, name__folded, nationality, nationality__folded, status, created_at, updated_at)
      ${NUMBERS}
      SELECT i + 1, 'astronaut-' || i, 'Astronaut ' || i, 'astronaut ' || i, 'Land ' || (i / ${COMPATRIOTS}),
        'land ' || (i / ${COMPATRIOTS}), CASE WHEN i % 10 = 0 THEN 'retired' ELSE 'active' END, 0, 0 FROM numbers;
    INSERT INTO crew (n, mission_id, mission_name, mission_name__folded, mission_status, mission_launch_date, astronaut_id,
        astronaut_name, astronaut_name__folded, role, role__folded, experience_years, created_at, updated_at)
      WITH seats(k, role) AS (VALUES (0, 'commander'), (1, 'pilot'), (2, 'mission_specialist')),
        places AS (SELECT m.n, m.id, m.name, m.name__folded, m.status, m.launch_date, k, role,
          (m.n * 7919 + k * 3331) % ${ASTRONAUTS} AS i FROM missions AS m, seats)
      SELECT (n - 1) * ${CREW_SIZE} + k + 1, id, name, name__folded, status, launch_date, 'astronaut-' || i,
        'Astronaut ' || i, 'astronaut ' || i, role, role, i % 20, 0, 0 FROM places;
    UPDATE missions SET astronaut_count = ${CREW_SIZE}, crew_size = ${CREW_SIZE};
    UPDATE astronauts SET mission_count = (SELECT count(*) FROM crew WHERE astronaut_id = astronauts.id);
    UPDATE collection_counters SET changes = changes + 1, total = ${ASTRONAUTS}, last_key = ${ASTRONAUTS}
      WHERE name = 'astronauts';
    UPDATE collection_counters SET changes = changes + 1, total = (SELECT count(*) FROM crew),
      last_key = (SELECT count(*) FROM crew) WHERE name = 'crew';
    COMMIT;
    VACUUM;
  `);
  database.close();
}
