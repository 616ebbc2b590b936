/** What resolved resources may not share: columns, properties, query parameters; and what templates and defaults must be. */
import { operatorsOf, parameterName, RESERVED_PARAMETERS } from "./operators.ts";
import { declaredColumn, foldedColumn, pathColumn, type Resource } from "./resource.ts";
import { templateVariables } from "./templates.ts";
import { faultsInValue } from "./validation.ts";
import { ALLOWED_TRANSITIONS } from "./views.ts";

/** Tables of the store's own. */
const TABLES = ["service_metadata", "service_facts", "collection_counters", "idempotency_keys"];

/** PostgreSQL truncates longer names (in bytes). The name of a table is also the prefix of its indexes' names. */
const LONGEST_COLUMN = 63;
const LONGEST_TABLE = 50;

/** One sentence per clash, over all resources of a catalog. */
export function checkCatalog(resources: readonly Resource[]): string[] {
  return resources.flatMap((resource) => [
    ...(TABLES.includes(resource.table) ? [`${resource.name} has the name of a table of the service's own.`] : []),
    ...(resource.table.length > LONGEST_TABLE
      ? [`${resource.name} is longer than the ${LONGEST_TABLE} characters that the name of a table may have.`]
      : []),
    ...columnNames(resource)
      .filter((name) => name.length > LONGEST_COLUMN)
      .map(
        (name) => `${resource.name}: ${name} is longer than the ${LONGEST_COLUMN} characters that a column may have.`,
      ),
    ...twice(columnNames(resource)).map((name) => `${resource.name}: two things are kept in one column, ${name}.`),
    ...parameterClashes(resource),
    ...fieldFaults(resource),
    ...resource.views.flatMap((view) =>
      Object.entries({ ...view.links, ...view.summaryLinks }).flatMap(([link, template]) =>
        templateVariables(template)
          .filter((slot) => !view.properties.has(slot))
          .map((slot) => `${resource.name}: the link ${link} needs ${slot}, which is no property of it.`),
      ),
    ),
  ]);
}

/** Every column of a resource's table, shadows included, as often as something claims it. */
function columnNames({ columns }: Resource): string[] {
  const names = columns.flatMap(({ name, folded }) => (folded ? [name, foldedColumn(name)] : [name]));
  return [...names, "n", "revision", "created_at", "updated_at"];
}

function parameterClashes(resource: Resource): string[] {
  return resource.views.flatMap((view) => {
    const parameters = [...view.properties.values()].flatMap((property) =>
      operatorsOf(property).map((operator) => parameterName(property.name, operator)),
    );
    const shared = twice([...parameters, ...RESERVED_PARAMETERS]);
    return shared.map((name) => `${resource.name}: the parameter ${name} could mean two things.`);
  });
}

function fieldFaults({ name, fields, parent, lifecycle, childCounts }: Resource): string[] {
  const faults: string[] = [];
  const say = (field: string, sentence: string) => faults.push(`${name}.${field} ${sentence}`);
  for (const [field, { reference, transitions, fallback, schema, count }] of fields) {
    const counted = childCounts.find(({ column }) => column === field);
    if (counted && counted.child.name !== count) say(field, `has the name of the count of ${counted.child.name}.`);
    if (field === ALLOWED_TRANSITIONS) say(field, "is shown by the service beside a lifecycle.");
    if (transitions && field !== lifecycle) say(field, `is a second lifecycle beside ${lifecycle}.`);
    if (reference?.sibling && !parent) say(field, "names a sibling, but there is no parent.");
    if (reference?.acyclic && reference.to.some((target) => target !== name))
      say(field, "can only be acyclic to itself.");
    if (fallback !== null && faultsInValue(schema, fallback, "").length > 0)
      say(field, "has a default that it does not allow.");
    for (const own of [declaredColumn(field), pathColumn(field)])
      if (fields.has(own)) say(own, "has a name of the store's.");
  }
  return faults;
}

function twice(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}
