/** The built-in domain and the second one. Tests of the engine run on both. */

import { type Served, serveForFile } from "../http/serve.ts";
import { RecordFactory } from "./record-factory.ts";
import { secondDomain } from "./second-domain.ts";
import { domain } from "./space/index.ts";

/** Both domains, with their names in test titles. */
export const BOTH_DOMAINS = [
  ["space", domain],
  ["second domain", secondDomain],
] as const;

/** A service of one domain. */
export interface ServedDomain {
  readonly domainName: string;
  readonly served: Served;
  readonly records: RecordFactory;
}

/** Serves each domain in turn, for the tests of the file. */
export async function* serveBothDomains(): AsyncGenerator<ServedDomain> {
  for (const [domainName, declarations] of BOTH_DOMAINS) {
    const served = await serveForFile(declarations);
    yield { domainName, served, records: new RecordFactory(served) };
  }
}
