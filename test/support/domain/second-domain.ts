/** The second domain, a registry outside the package, which finds the package as one that `--with` names does. */
import { resolvePackage } from "../../../engine/app/registry/load.ts";

resolvePackage();
const loaded = await import("./academia.ts");

export const { default: academia, charter, products, universities } = loaded;
/** Its resources. */
export const secondDomain = academia.resources;
