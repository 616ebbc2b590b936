/** Proves on SQLite that the answers to random questions about related records, between random writes, are those of an oracle. */
import { proveRandomRelations } from "./24-random-relations-rounds.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

proveRandomRelations(STORE_KINDS[0]!);
