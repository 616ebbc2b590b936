/** All campaigns. */
import type { AnyCampaign } from "./campaign.ts";
import { clockJumps } from "./clock-jumps.ts";
import { diskFull } from "./disk-full.ts";
import { fileHandles } from "./file-handles.ts";
import { fuzz } from "./fuzz.ts";
import { kill } from "./kill.ts";
import { postgresOutages } from "./postgres-outages.ts";
import { redisOutages } from "./redis-outages.ts";
import { slowReaders } from "./slow-readers.ts";
import { workers } from "./workers.ts";

/** In the order in which they are listed. */
export const CAMPAIGNS: readonly AnyCampaign[] = [
  kill,
  workers,
  diskFull,
  clockJumps,
  fileHandles,
  slowReaders,
  postgresOutages,
  redisOutages,
  fuzz,
];
