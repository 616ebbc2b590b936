/** Finds contradictions between declarations. The catalog refuses all of them at the start. */

import type { Declaration, Membership, Parent } from "../../declare/declaration.ts";
import { FIELD_NAME } from "../../declare/field-spec.ts";
import { type Picture, picturedBy, pictureFaults } from "../../declare/pages/pictures.ts";
import { placedFaults } from "../../declare/registry/contradictions.ts";
import { isSystemCollection } from "../../declare/system-collection.ts";
import { checkFields, fieldsOf, isAmong, mayKnow, NAME } from "./check-fields.ts";
import { checkOptions } from "./check-options.ts";
import { checkRules } from "./check-rules.ts";

/** The names of paths that are not collections (`openapi.json` and names that begin with `-` are no names at all). */
const RESERVED = ["api", "me", "search", "docs", "problems", "metrics", "livez", "readyz"];

/** One sentence per contradiction; empty if the declarations can be served. */
export function checkDeclarations(declarations: readonly Declaration[]): string[] {
  const misspelt = declarations.flatMap((declaration) =>
    isSystemCollection(declaration) ? [] : placedFaults(declaration, checkOptions(declaration)),
  );
  // The other checks read the options.
  if (misspelt.length > 0) return misspelt;
  return [
    ...declarations.flatMap((declaration, index) => {
      const earlier = declarations.slice(0, index);
      return placedFaults(
        declaration,
        PLACE_CHECKS.flatMap((check) => check(declaration, earlier)),
      );
    }),
    ...declarations.flatMap((declaration) =>
      placedFaults(declaration, [
        ...checkBulk(declaration),
        ...checkFields(declaration, declarations),
        ...checkRules(declaration),
        ...checkComputedDefaults(declaration),
        ...checkOwnedBy(declaration),
        ...checkPictures(declaration),
        ...(declaration.kind === "membership" ? checkMembership(declaration) : []),
      ]),
    ),
  ];
}

// Names, parents and paths, against the declarations before.

type PlaceCheck = (declaration: Declaration, earlier: readonly Declaration[]) => string[];

const checkNames: PlaceCheck = ({ name, one }, earlier) => [
  ...(isAmong(earlier, name) ? [`${name} is declared twice.`] : sharedSingular(name, one, earlier)),
  ...(RESERVED.includes(name) ? [`${name}: the name is reserved for a path of the service.`] : []),
  ...(NAME.test(name) ? [] : [`${name}: the name is not lowercase words joined by hyphens.`]),
  ...(FIELD_NAME.test(one) ? [] : [`${name}: the singular ${one} is not lowercase words joined by underscores.`]),
];

/** Events, schemas and references are named by the singular. */
function sharedSingular(name: string, one: string, earlier: readonly Declaration[]): string[] {
  return earlier
    .filter((each) => each.one === one)
    .map((other) => `${name} and ${other.name} both have the singular ${one}.`);
}

const checkRelations: PlaceCheck = (declaration, earlier) => {
  const { name, of } = declaration;
  const member = declaration.kind === "membership" ? declaration.member : undefined;
  return [
    ...(of && !isAmong(earlier, of.name) ? [`${name}: the parent ${of.name} is not declared before it.`] : []),
    ...(of?.of ? [`${name}: the parent ${of.name} has a parent itself; paths are at most two levels deep.`] : []),
    ...(member && !isAmong(earlier, member.name)
      ? [`${name}: the member ${member.name} is not declared before it.`]
      : []),
  ];
};

const checkPaths: PlaceCheck = (declaration, earlier) => {
  const owners = new Map(earlier.flatMap((each) => pathsOf(each).map((path) => [path, each.name])));
  return pathsOf(declaration).flatMap((path) => {
    const owner = owners.get(path);
    owners.set(path, declaration.name);
    return owner === undefined ? [] : [`${declaration.name} and ${owner} both own the path ${path}.`];
  });
};

const PLACE_CHECKS: readonly PlaceCheck[] = [checkNames, checkRelations, checkPaths];

function pathsOf(declaration: Declaration): string[] {
  const { name, of } = declaration;
  if (declaration.kind === "membership") {
    const { segment, aliases = [], member, reverse } = declaration;
    return [...[segment, ...aliases].map((each) => `${of!.name}/${each}`), `${member.name}/${reverse.segment}`];
  }
  const ownPath = of ? `${of.name}/${name}` : name;
  const flatPath = declaration.kind === "collection" && declaration.flat && of ? [name] : [];
  const below = [...fieldsOf(declaration).values()].flatMap(({ reference }) =>
    reference?.listedAs === undefined ? [] : [`${reference.to[0]}/${reference.listedAs}`],
  );
  return [ownPath, ...flatPath, ...below];
}

// The rest of a declaration.

function checkBulk(declaration: Declaration): string[] {
  if (!isSystemCollection(declaration) || declaration.bulk === undefined) return [];
  const { name, asyncCheck, permit } = declaration;
  return [
    ...(asyncCheck
      ? [`${name}: an asynchronous check (asyncCheck) does not run on the records of an array (bulk).`]
      : []),
    ...(permit ? [`${name}: a permit depends on the author, but the records of an array (bulk) have none.`] : []),
  ];
}

function checkComputedDefaults({ name, fields, computeDefault = {} }: Declaration): string[] {
  return Object.keys(computeDefault)
    .filter((field) => !(field in fields))
    .map((field) => `${name}.${field} has a computed default, but is not a field.`);
}

function checkOwnedBy(declaration: Declaration): string[] {
  const owner = isSystemCollection(declaration) ? declaration.ownedBy : undefined;
  return owner === undefined || fieldsOf(declaration).get(owner)?.presence === "derived"
    ? []
    : [`${declaration.name}.${owner} names the owner of a record (ownedBy), but clients may write it.`];
}

function checkPictures(declaration: Declaration): string[] {
  const pictured = ({ name, fields, of }: Parent) => picturedBy(name, fields, of && `${of.one}_id`);
  const sides =
    declaration.kind === "membership"
      ? { own: pictured(declaration), owner: pictured(declaration.of), member: pictured(declaration.member) }
      : { own: pictured(declaration) };
  return (declaration.pictures ?? []).flatMap((picture: Picture) => pictureFaults(picture, sides));
}

function checkMembership(declaration: Membership): string[] {
  const { name, of, member, shows, reverse, unpaged = {}, copies = {}, fields } = declaration;
  const ownersShown = [...reverse.shows, ...Object.values(unpaged)];
  return [
    ...(mayKnow(of, member) && mayKnow(member, of)
      ? []
      : [`${name}: ${of.name} and ${member.name} show fields of each other, but one of them is private.`]),
    ...checkCopied(name, member, shows, "shown"),
    ...checkCopied(name, of, ownersShown, "shown"),
    ...checkCopied(name, member, copies.member ?? [], "copied"),
    ...checkCopied(name, of, copies.owner ?? [], "copied"),
    ...shows
      .filter((field) => field in fields)
      .map((field) => `${name}.${field} is shown from ${member.name}, but declared as well.`),
    ...reverse.showsOwn
      .filter((field) => !(field in fields))
      .map((field) => `${name}.${field} is shown below ${member.name}, but is not a field.`),
  ];
}

/** The faults of fields that a membership copies from one side. */
function checkCopied(name: string, side: Parent, fields: readonly string[], verb: string): string[] {
  return fields.flatMap((field) => {
    const spec = side.fields[field]?.spec;
    if (!spec) return [`${name}.${field} is ${verb}, but ${side.name} has no such field.`];
    return spec.secret ? [`${name}.${field} is ${verb}, but it is a secret.`] : [];
  });
}
