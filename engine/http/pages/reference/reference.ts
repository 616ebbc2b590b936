/** `/docs` and the pages below it: the reference, read off the catalog and the OpenAPI document. */
import { NOTHING, notFound } from "../../../problem.ts";
import type { HttpContext } from "../../context.ts";
import type { JsonObject } from "../../openapi/components.ts";
import { tagOf } from "../../openapi/naming.ts";
import { SERVICE_TAG } from "../../openapi/paths/service-paths.ts";
import { FixedBody } from "../../response/fixed-body.ts";
import { fixedPage, inline, type PageParts, page, readLook } from "../html.ts";
import { headingOf, REFERENCE, SERVICE } from "./addresses.ts";
import { contentsOf, searchIndex, sectionsOf } from "./contents.ts";
import { type DescribedOperation, describedOperations } from "./described.ts";
import { exampleOfOperation } from "./examples.ts";
import { languageChoice, operationSection, pair } from "./operation-section.ts";
import { overview } from "./overview.ts";
import { resourcePage } from "./resource-page.ts";

/** The script of all pages. No resource can have this name. */
export const SCRIPT = `${REFERENCE}/-/reference.js`;

/** The pages of the reference, each made at its first request. */
export class Reference {
  private readonly context: HttpContext;
  private readonly document: () => JsonObject;
  private readonly hasExplorer: boolean;
  private readonly made = new Map<string, FixedBody>();
  private byTag: Map<string, DescribedOperation[]> | undefined;

  /**
   * @param document returns the OpenAPI document
   * @param hasExplorer whether the explorer is served
   */
  constructor(context: HttpContext, document: () => JsonObject, hasExplorer: boolean) {
    this.context = context;
    this.document = document;
    this.hasExplorer = hasExplorer;
  }

  /** Returns the overview. */
  overview(): FixedBody {
    const { title } = this.context;
    return this.page(REFERENCE, () => ({
      title: `${title}: reference`,
      label: "Reference",
      body: overview(this.context),
    }));
  }

  /**
   * Returns the page of a resource, or of what belongs to none.
   * @throws Problem `not-found`
   */
  below(name: string): FixedBody {
    const { title, store } = this.context;
    const resource = store.catalog.resources.find((each) => each.name === name);
    if (!resource && name !== SERVICE) throw notFound(NOTHING);
    const label = resource ? headingOf(resource) : SERVICE_TAG.name;
    return this.page(`${REFERENCE}/${name}`, () => {
      const operations = this.operationsOf(resource ? tagOf(resource) : SERVICE_TAG.name);
      const body = resource
        ? resourcePage(resource, { catalog: store.catalog, operations, hasExplorer: this.hasExplorer })
        : servicePage(operations);
      return { title: `${label}: ${title}`, label, crumbs: [[REFERENCE, "Reference"]], body, operations };
    });
  }

  /** Returns the script, with what the search finds. */
  script(): FixedBody {
    return this.once(SCRIPT, () => {
      const { catalog } = this.context.store;
      const tags = new Map(catalog.resources.map((resource) => [resource.name, tagOf(resource)]));
      const index = searchIndex(catalog, (name) => this.operationsOf(tags.get(name) ?? SERVICE_TAG.name));
      const headers = { "content-type": "text/javascript; charset=utf-8" };
      return new FixedBody(`const INDEX = ${index};\n${readLook("reference.js")}`, { headers });
    });
  }

  /** Returns a page that has the same contents beside it. */
  page(address: string, make: () => PageParts & { readonly operations?: readonly DescribedOperation[] }): FixedBody {
    return this.once(address, () => {
      const { operations, ...parts } = make();
      const { title, store } = this.context;
      const sections = operations && sectionsOf(parts.body, operations);
      const contents = contentsOf({ title, catalog: store.catalog }, address, sections);
      return fixedPage(page({ ...parts, contents, script: SCRIPT }));
    });
  }

  private once(address: string, make: () => FixedBody): FixedBody {
    const known = this.made.get(address) ?? make();
    this.made.set(address, known);
    return known;
  }

  private operationsOf(tag: string): readonly DescribedOperation[] {
    this.byTag ??= Map.groupBy(describedOperations(this.document()), (operation) => operation.tag);
    return this.byTag.get(tag) ?? [];
  }
}

/** The HTML of the page of what belongs to no resource. */
function servicePage(operations: readonly DescribedOperation[]): string {
  const intro = `<h1>${SERVICE_TAG.name}</h1><p>${inline(SERVICE_TAG.description)}</p>`;
  const sections = operations.map((operation) => operationSection(operation, exampleOfOperation(operation, false)));
  return `${languageChoice()}${pair(intro)}\n${sections.join("\n")}`;
}
