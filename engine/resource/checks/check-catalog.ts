/** Finds contradictions of the resolved catalog: shared names, and templates and defaults that do not fit. */

import { type Deprecation, deprecationFaults } from "../../declare/deprecation.ts";
import type { FieldSpec } from "../../declare/field-spec.ts";
import { pageFaults } from "../../declare/pages/page.ts";
import { placedFaults } from "../../declare/registry/contradictions.ts";
import { declaredColumn, MAX_NAME_LENGTH, pathColumn } from "../column.ts";
import { LIST_PARAMETERS, operatorsOf, parameterName, RESERVED_PARAMETERS } from "../parameters.ts";
import type { Resource, View } from "../resource.ts";
import { templateVariables } from "../templates.ts";
import { faultsInValue } from "../validation.ts";
import { derivedLinks, eventsLink } from "../views/links.ts";
import { ALLOWED_TRANSITIONS } from "../views/properties.ts";

/** The store's own tables, by their present and former names. */
const STORE_TABLES = ["service_metadata", "service_facts", "collection_counters", "recent_changes", "idempotency_keys"];

/** The name of a table is also the prefix of its indexes' names. */
const MAX_TABLE_NAME = 50;

/** One sentence per contradiction. */
export function checkCatalog(resources: readonly Resource[]): string[] {
  return resources.flatMap((resource) =>
    placedFaults(
      resource,
      CHECKS.flatMap((check) => check(resource)),
    ),
  );
}

type Check = (resource: Resource) => string[];

const checkTableName: Check = ({ name, table }) => [
  ...(STORE_TABLES.includes(table) ? [`${name} has the name of one of the store's own tables.`] : []),
  ...(table.length > MAX_TABLE_NAME
    ? [`${name}: the name is longer than the ${MAX_TABLE_NAME} characters allowed.`]
    : []),
];

const checkColumnNames: Check = (resource) => {
  const names = columnNames(resource);
  const long = names.filter((name) => name.length > MAX_NAME_LENGTH);
  return [
    ...long.map(
      (name) => `${resource.name}: the column ${name} is longer than the ${MAX_NAME_LENGTH} characters allowed.`,
    ),
    ...duplicates(names).map((name) => `${resource.name}: two values share the column ${name}.`),
  ];
};

/** Every column of a resource's table, forms included, once for each value that uses it. */
function columnNames({ columns }: Resource): string[] {
  const names = columns.flatMap(({ name, forms }) => [name, ...forms.map((form) => form.name)]);
  return [...names, "n", "revision", "created_at", "updated_at"];
}

const checkParameters: Check = ({ name, views }) =>
  views.flatMap(({ properties }) => {
    const parameters = [...properties.values()].flatMap((property) =>
      operatorsOf(property).map((operator) => parameterName(property.name, operator)),
    );
    const shared = duplicates([...parameters, ...RESERVED_PARAMETERS]);
    return shared.map((parameter) => `${name}: the query parameter ${parameter} has two meanings.`);
  });

const checkDeprecations: Check = ({ name, views, fields, deprecated, deprecatedParameters }) => {
  const parameters = views.flatMap(({ properties }) =>
    [...properties.values()].flatMap((property) =>
      operatorsOf(property).map((operator) => parameterName(property.name, operator)),
    ),
  );
  const known = [...parameters, ...LIST_PARAMETERS];
  const declared: [what: string, deprecation: Deprecation | undefined][] = [
    [name, deprecated],
    ...[...fields].map(([field, spec]): [string, Deprecation | undefined] => [`${name}.${field}`, spec.deprecated]),
    ...Object.entries(deprecatedParameters).map(([parameter, each]): [string, Deprecation] => [
      `${name}: the parameter ${parameter}`,
      each,
    ]),
  ];
  return [
    ...Object.keys(deprecatedParameters)
      .filter((parameter) => !known.includes(parameter))
      .map((parameter) => `${name}: the parameter ${parameter} is deprecated, but no list has it.`),
    ...declared.flatMap(([what, each]) => (each ? deprecationFaults(each).map((fault) => `${what} ${fault}`) : [])),
  ];
};

const checkLinkNames: Check = (resource) => {
  const added = { ...derivedLinks(resource), ...eventsLink(resource) };
  return Object.keys(resource.links)
    .filter((link) => Object.hasOwn(added, link))
    .map(
      (link) => `${resource.name}: the link ${link} has the name of one that the service adds. Choose another name.`,
    );
};

const checkLinks: Check = ({ name, views }) =>
  views.flatMap(({ links, summaryLinks, properties }) =>
    Object.entries({ ...links, ...summaryLinks }).flatMap(([link, template]) =>
      templateVariables(template)
        .filter((variable) => !properties.has(variable))
        .map((variable) => `${name}: the link ${link} needs ${variable}, which is not a property.`),
    ),
  );

const checkFields: Check = (resource) =>
  [...resource.fields].flatMap(([field, spec]) =>
    [...nameFaults(resource, field, spec), ...specFaults(resource, field, spec)].map(
      (fault) => `${resource.name}.${field} ${fault}`,
    ),
  );

const checkPage: Check = ({ name, page, views }) => {
  const own = views[0]!;
  const shows = ({ properties }: View, field: string) => properties.get(field)?.shown === true;
  const hasField = (field: string) => shows(own, field);
  const hasColumn = (column: string) => {
    const [head, field] = column.split(".") as [string, string?];
    if (field === undefined) return hasField(column);
    const relation = own.relations.get(head);
    return relation?.isMany === false && relation.targets.some(({ view }) => shows(view, field));
  };
  const hasRelation = (relation: string) => own.relations.has(relation);
  return page ? pageFaults(page, { resource: name, hasField, hasColumn, hasRelation }) : [];
};

/** Validates them together, because each validator delays the start by a millisecond. */
const checkDefaults: Check = ({ name, fields }) => {
  const specs = [...fields].filter(([, { fallback }]) => fallback !== null);
  const properties = Object.fromEntries(specs.map(([field, { schema }]) => [field, schema]));
  const values = Object.fromEntries(specs.map(([field, { fallback }]) => [field, fallback]));
  const faults = faultsInValue({ type: "object", properties }, values, "");
  const refused = new Set(faults.map(({ pointer }) => pointer!.split("/")[1]));
  return [...refused].map((field) => `${name}.${field} has a default that it does not allow.`);
};

const CHECKS: readonly Check[] = [
  checkTableName,
  checkColumnNames,
  checkParameters,
  checkDeprecations,
  checkLinkNames,
  checkLinks,
  checkFields,
  checkPage,
  checkDefaults,
];

function nameFaults({ fields, childCounts }: Resource, field: string, spec: FieldSpec): string[] {
  const counted = childCounts.find(({ column }) => column === field)?.child.name;
  const internal = [...fields.keys()].flatMap((other) => [declaredColumn(other), pathColumn(other)]);
  return [
    ...(counted !== undefined && counted !== spec.count ? [`has the name of the count of ${counted}.`] : []),
    ...(field === ALLOWED_TRANSITIONS ? ["has the name of a property that the service adds to a lifecycle."] : []),
    ...(internal.includes(field) ? ["has the name of a column that the store adds."] : []),
  ];
}

function specFaults({ name, parent, lifecycle }: Resource, field: string, spec: FieldSpec): string[] {
  const { reference, transitions } = spec;
  const refersToOthers = reference?.to.some((target) => target !== name);
  return [
    ...(transitions && field !== lifecycle ? [`is a second lifecycle beside ${lifecycle}.`] : []),
    ...(reference?.sibling && !parent ? ["refers to a sibling, but there is no parent."] : []),
    ...(reference?.acyclic && refersToOthers ? [`can be acyclic only if it refers to ${name} alone.`] : []),
    ...renamedMembers(spec).map((member) => `has the member ${member} with a former name, which only fields may have.`),
  ];
}

/** The members of a field's objects, and of objects within them, that have a former name. Their values are JSON, without columns. */
function renamedMembers({ members = {} }: FieldSpec): string[] {
  return Object.entries(members).flatMap(([name, spec]) => [
    ...(spec.formerName === undefined ? [] : [name]),
    ...renamedMembers(spec).map((inner) => `${name}.${inner}`),
  ]);
}

function duplicates(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
