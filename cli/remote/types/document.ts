/** The resources that an OpenAPI document describes. */
import { Refused } from "../../console/exit-codes.ts";
import { type Part, ServiceDocument } from "../service/document.ts";

/** A list or a one-to-one, as the keyword `x-view` describes it. */
export interface DescribedView {
  readonly kind: "collection" | "membership" | "flat" | "reverse" | "single" | "item";
  readonly resource: string;
  /** The singular. */
  readonly one: string;
  readonly plural?: string;
  readonly parent?: string;
  readonly summary?: readonly string[];
  readonly bulk?: number;
}

/** A path of a document. */
export interface DescribedPath {
  readonly path: string;
  readonly view: DescribedView;
  /** Its methods, in lower case. */
  readonly operations: Part;
}

/** A document with the views of its resources. */
export class ResourceDocument extends ServiceDocument {
  readonly title: string;
  readonly version: string;
  /** In the order of the document. */
  readonly views: readonly DescribedPath[];

  /** @throws Refused if it does not describe a service of this kind */
  constructor(root: Part) {
    super(root);
    this.title = root?.info?.title;
    this.version = root?.info?.version;
    this.views = [...this.paths].flatMap(([path, operations]) =>
      operations["x-view"] ? [{ path, view: operations["x-view"], operations }] : [],
    );
    if (this.views.length === 0) throw new Refused("The document at /openapi.json names no resources (x-view).");
  }

  /** The path of one record of a list. */
  itemOf({ path }: DescribedPath): DescribedPath | undefined {
    return this.views.find((each) => each.view.kind === "item" && each.path.startsWith(`${path}/`));
  }
}
