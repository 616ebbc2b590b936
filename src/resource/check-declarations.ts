/** What declarations may not say together. The catalog refuses them at start, all at once. */
import type { Declaration } from "../declare/declare.ts";
import type { FieldSpec } from "../declare/field-spec.ts";
import { OPERATORS, RESERVED_PARAMETERS } from "./operators.ts";

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const FIELD = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** Set on every record by the service. */
const COMMON = ["id", "created_at", "updated_at", "revision", "n"];

/** One sentence per contradiction; none when the declarations can be served. */
export function checkDeclarations(declarations: readonly Declaration[]): string[] {
  const known = new Map<string, Declaration>();
  const paths = new Map<string, string>();
  const faults: string[] = [];
  for (const declaration of declarations) {
    const { name, one, of } = declaration;
    if (known.has(name)) faults.push(`${name} is declared twice.`);
    if (!NAME.test(name)) faults.push(`${name}: a name is lowercase words joined by hyphens.`);
    if (!FIELD.test(one)) faults.push(`${name}: its singular ${one} is not lowercase words joined by underscores.`);
    if (of && !known.has(of.name)) faults.push(`${name}: its parent ${of.name} is not declared before it.`);
    if (of?.of) faults.push(`${name}: its parent ${of.name} has a parent itself; paths go two levels deep.`);
    if (declaration.kind === "membership" && !known.has(declaration.member.name)) {
      faults.push(`${name}: its members ${declaration.member.name} are not declared before it.`);
    }
    for (const path of pathsOf(declaration)) {
      const owner = paths.get(path);
      if (owner) faults.push(`${name} and ${owner} both own the path ${path}.`);
      paths.set(path, name);
    }
    known.set(name, declaration);
  }
  for (const declaration of declarations) faults.push(...faultsOfFields(declaration, known, declarations));
  return faults;
}

function pathsOf(declaration: Declaration): string[] {
  const { name, of } = declaration;
  if (declaration.kind === "membership") {
    const { segment, aliases = [], member, reverse } = declaration;
    return [...[segment, ...aliases].map((each) => `${of!.name}/${each}`), `${member.name}/${reverse.segment}`];
  }
  const own = of ? `${of.name}/${name}` : name;
  return declaration.kind === "collection" && declaration.flat && of ? [own, name] : [own];
}

function faultsOfFields(
  declaration: Declaration,
  known: Map<string, Declaration>,
  all: readonly Declaration[],
): string[] {
  const fields = new Map(
    Object.entries<{ spec: FieldSpec }>(declaration.fields).map(([name, field]) => [name, field.spec]),
  );
  const faults: string[] = [];
  const say = (field: string, sentence: string) => faults.push(`${declaration.name}.${field} ${sentence}`);
  const bulk = declaration.kind === "collection" && declaration.bulk !== undefined;
  if (bulk && declaration.asyncCheck)
    faults.push(
      `${declaration.name}: an asynchronous check (asyncCheck) does not run on the records of an array (bulk).`,
    );
  const suffixes = Object.keys(OPERATORS).filter((operator) => operator !== "equals");
  for (const [name, spec] of fields) {
    if (!FIELD.test(name)) say(name, "is not lowercase words joined by underscores.");
    if (RESERVED_PARAMETERS.includes(name)) say(name, "has the name of a query parameter.");
    if (COMMON.includes(name)) say(name, "is set by the service on every record.");
    for (const suffix of suffixes) {
      if (fields.has(`${name}_${suffix}`)) say(`${name}_${suffix}`, `could also be the filter ${suffix} on ${name}.`);
    }
    if (spec.writtenThrough !== undefined && !known.has(spec.writtenThrough))
      say(name, `is written through to ${spec.writtenThrough}, which is not declared.`);
    if (spec.derivedWith && !fields.has(spec.derivedWith))
      say(name, `is derived with ${spec.derivedWith}, which is not a field.`);
    if (bulk && spec.secret) say(name, "is told once, and the answer to an array tells of no field.");
    if (bulk && spec.byAuthor) say(name, "depends on who writes it, which is not asked of the records of an array.");
    if (spec.count && !counts(declaration, all).includes(spec.count)) {
      say(name, `counts ${spec.count}, which is no public child of ${declaration.name}.`);
    }
    for (const target of spec.reference?.to ?? []) {
      if (!known.has(target)) say(name, `refers to ${target}, which is not declared.`);
      else if (!sees(declaration, known.get(target)!)) say(name, `refers to ${target}, which is private.`);
    }
    if (spec.transitions) {
      const states = Object.keys(spec.transitions);
      for (const state of new Set(Object.values(spec.transitions).flat())) {
        if (!states.includes(state)) say(name, `leads to ${state}, which is not a state.`);
      }
    }
  }
  for (const rule of [...Object.keys(declaration.rules ?? {}), ...Object.keys(declaration.computeDefault ?? {})]) {
    if (!fields.has(rule)) say(rule, "has a rule but is not a field.");
  }
  const owner = declaration.kind === "collection" ? declaration.ownedBy : undefined;
  if (owner && fields.get(owner)?.presence !== "derived")
    say(owner, "says whose a record is, and is the service's to set.");
  if (declaration.kind === "membership") {
    const { shows, member, reverse, of, unpaged = {} } = declaration;
    if (!sees(of, member) || !sees(member, of))
      faults.push(`${declaration.name}: ${of.name} and ${member.name} show each other, and one of them is private.`);
    for (const field of shows)
      if (!(field in member.fields)) say(field, `is shown, but ${member.name} has no such field.`);
    for (const [from, shown] of [
      [member, shows],
      [of, [...reverse.shows, ...Object.values(unpaged)]],
    ] as const) {
      for (const field of shown) if (from.fields[field]?.spec.secret) say(field, "is shown, but it is a secret.");
    }
    for (const field of shows) if (fields.has(field)) say(field, `is shown from ${member.name} and declared as well.`);
    for (const field of [...reverse.shows, ...Object.values(unpaged)]) {
      if (!(field in of.fields)) say(field, `is shown, but ${of.name} has no such field.`);
    }
    for (const field of reverse.showsOwn)
      if (!fields.has(field)) say(field, "is shown from the other side but is not a field.");
  }
  return faults;
}

/** Whether whoever reads one declaration's records may know of the other's. */
function sees(one: Declaration, other: Declaration): boolean {
  const hidden = privacy(other);
  return hidden === undefined || hidden === privacy(one);
}

/** The scopes' name that a declaration is private under. */
function privacy(declaration: Declaration): string | undefined {
  if (declaration.kind === "collection" && declaration.private) return declaration.private;
  return declaration.of && privacy(declaration.of);
}

/** The names of what can be counted on a declaration's records. */
function counts(parent: Declaration, all: readonly Declaration[]): string[] {
  const counted = all.filter((child) => {
    if (child.kind === "membership") return child.of.name === parent.name || child.member.name === parent.name;
    if (child.kind === "collection" && child.of?.name === parent.name) return !child.private;
    if (!sees(parent, child)) return false;
    return Object.values<{ spec: FieldSpec }>(child.fields).some(
      ({ spec }) => spec.reference?.counted && spec.reference.to.includes(parent.name),
    );
  });
  return counted.map((child) => child.name);
}
