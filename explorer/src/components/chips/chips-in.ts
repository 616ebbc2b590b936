/**
 * The filters of a query as chips. What one related record must satisfy altogether is one chip, and so are alternatives.
 */
import { alternativeOf, type Step } from "../../../../kit/description/filter-paths.ts";
import type { View } from "../../../../kit/description/model.ts";
import { midSentence, possessive, withArticle } from "../../../../kit/description/words.ts";
import { filtersIn, type Pair } from "../../address/query.ts";
import type { NameOf } from "../../fields/kinds/kind.ts";
import { type Condition, conditionOf, conditionText, type FilterText, parameterText } from "./filter-text.ts";
import { isRange, rangesIn } from "./ranges.ts";

/** Words in a chip. */
export interface ChipWords {
  readonly text: string;
  /** Set if they negate. */
  readonly isNot?: boolean;
}

/** One filter in a chip. */
export interface ChipPart {
  /** Its parameter; two if it is between two bounds. */
  readonly pairs: readonly Pair[];
  /** Undefined if it is none that the service has. */
  readonly condition: Condition | undefined;
  /** The words before it that are about others, too: the record that satisfies all of them, `and`, `or`. */
  readonly before: readonly ChipWords[];
  /** Those that belong to it alone: the record that it is about. */
  readonly lead: readonly ChipWords[];
  readonly text: FilterText;
}

/** A chip: filters that belong together. */
export interface ChipContent {
  readonly key: string;
  readonly parts: readonly ChipPart[];
  /** The relations, each with those before it, whose records can satisfy more conditions. */
  readonly shared: readonly (readonly Step[])[];
  /** Whether its filters are alternatives, or can be made some. */
  readonly isExtensible: boolean;
}

type Leaf = Pick<ChipPart, "pairs" | "condition" | "text">;

/** Filters that a related record satisfies altogether, or alternatives. */
interface Branch {
  readonly key: string;
  readonly step: Step | undefined;
  readonly nodes: Node[];
}

type Node = Leaf | Branch;

/**
 * Returns the chips of a query: filters, how the list is summarized, and parameters with faults.
 * @param isFaulty whether a parameter has a fault
 */
export function chipsIn(
  view: View,
  search: string,
  nameOf: NameOf,
  isFaulty: (parameter: string) => boolean = () => false,
): ChipContent[] {
  const filters = filtersIn(search);
  const names = new Set(filters.map(([name]) => name));
  const others = [...new URLSearchParams(search)].filter(
    ([name]) => !names.has(name) && (name === "group_by" || name === "measure" || isFaulty(name)),
  );
  const roots: Node[] = [];
  for (const leaf of leavesIn(view, [...filters, ...others], nameOf, isFaulty)) insert(roots, leaf);
  return roots.map(chipOf);
}

/** Writes a chip as a sentence: `A crew member’s nationality is Japan`. */
export function sentenceOf({ parts }: Pick<ChipContent, "parts">): string {
  const all = parts.flatMap(({ before, lead, text: { subject, operator, value } }) => [
    ...[...before, ...lead].map(({ text }) => text),
    ...[subject, operator, value],
  ]);
  return all.filter((each) => each !== "").join(" ");
}

/** Returns the filters of a query; two bounds of the same values of a record are one. */
function leavesIn(view: View, pairs: readonly Pair[], nameOf: NameOf, isFaulty: (name: string) => boolean): Leaf[] {
  const known = pairs.map((pair) => ({ pair, condition: conditionOf(view, ...pair) }));
  const sound = known.filter(({ pair }) => !isFaulty(pair[0]));
  const joined = rangesIn(sound.flatMap(({ condition }) => condition ?? []));
  const pairOf = (condition: Condition) => known.find((each) => each.condition === condition)!.pair;
  return known.flatMap(({ pair, condition }): Leaf[] => {
    const range = joined.find(({ bounds }) => condition && bounds.includes(condition));
    if (!range) return [{ pairs: [pair], condition, text: textOf(view, pair, condition, nameOf) }];
    // It stands in the place of the first of both.
    if (pairs.indexOf(pair) > Math.min(...range.bounds.map((each) => pairs.indexOf(pairOf(each))))) return [];
    return [{ pairs: range.bounds.map(pairOf), condition: range.condition, text: range.text }];
  });
}

function textOf(view: View, [name, value]: Pair, condition: Condition | undefined, nameOf: NameOf): FilterText {
  if (condition) return conditionText(condition, nameOf);
  return parameterText(view, name.slice(alternativeOf(name).length), value);
}

function insert(roots: Node[], leaf: Leaf): void {
  const { prefix, steps } = leaf.condition?.path ?? { prefix: alternativeOf(leaf.pairs[0]![0]), steps: [] };
  // Each alternative is independent of the others.
  const nodes: Node[] = prefix === "" ? roots : [];
  insertBelow(nodes, leaf, steps);
  if (prefix !== "") branchIn(roots, prefix, undefined).nodes.push(...nodes);
}

function insertBelow(nodes: Node[], leaf: Leaf, [step, ...rest]: readonly Step[]): void {
  if (step) insertBelow(branchIn(nodes, `${step.relation.identity} ${step.isNone}`, step).nodes, leaf, rest);
  else nodes.push(leaf);
}

/** Returns the branch with a key, which is added if there is none. */
function branchIn(nodes: Node[], key: string, step: Step | undefined): Branch {
  const known = nodes.find((node): node is Branch => "nodes" in node && node.key === key);
  const branch = known ?? { key, step, nodes: [] };
  if (!known) nodes.push(branch);
  return branch;
}

function chipOf(node: Node): ChipContent {
  const [first, ...others] = partsOf(node, [], []);
  const parts = [capitalized(first!), ...others.map(inSentence)];
  const isAlternatives = "nodes" in node && !node.step;
  return {
    key: "nodes" in node ? node.key : keyOf(node),
    parts,
    shared: isAlternatives ? [] : sharedIn(node, []),
    // An alternative is a single comparison.
    isExtensible: (isAlternatives || parts.length === 1) && parts.every((part) => part.condition && !isRange(part)),
  };
}

/** Returns what tells a filter in a chip from the others. */
export function keyOf({ pairs }: Pick<ChipPart, "pairs">): string {
  return pairs.map((pair) => pair.join("=")).join("&");
}

/** Returns the filters of a node in the order of reading, after words of both kinds. */
function partsOf(node: Node, before: readonly ChipWords[], lead: readonly ChipWords[]): ChipPart[] {
  if (!("nodes" in node)) return [{ ...node, before, lead }];
  const { step, nodes } = node;
  if (!step) return joined(nodes, before, "or");
  const { isNone, relation } = step;
  const noun = relation.isMany && !isNone ? withArticle(relation.noun) : relation.noun;
  const words = (text: string) => [...lead, ...(isNone ? [{ text: "no", isNot: true }] : []), { text }];
  const [only, ...others] = nodes;
  if (only && others.length === 0) {
    const isLeaf = !("nodes" in only);
    const head = !isLeaf ? `${noun}:` : only.text.subject === "" ? noun : possessive(noun);
    return partsOf(only, before, words(head));
  }
  // Words are about the related record that was named last: its own come first.
  const ordered = nodes.toSorted((one, other) => leavesOf(one) - leavesOf(other));
  return joined(ordered, [...before, ...words(`${noun}:`)], "and");
}

function joined(nodes: readonly Node[], before: readonly ChipWords[], word: string): ChipPart[] {
  return nodes.flatMap((node, index) => partsOf(node, index === 0 ? before : [{ text: word }], []));
}

/** Returns how many filters a branch has; 0 for one that is none. */
function leavesOf(node: Node): number {
  return "nodes" in node ? node.nodes.reduce((sum, each) => sum + Math.max(1, leavesOf(each)), 0) : 0;
}

function sharedIn(node: Node, before: readonly Step[]): (readonly Step[])[] {
  if (!("nodes" in node) || !node.step) return [];
  const steps = [...before, node.step];
  return [steps, ...node.nodes.flatMap((each) => sharedIn(each, steps))];
}

function capitalized(part: ChipPart): ChipPart {
  const { before, lead, text } = part;
  const start = ([head, ...rest]: readonly ChipWords[]) =>
    head ? [{ ...head, text: sentenceStart(head.text) }, ...rest] : [];
  if (before.length > 0) return { ...inSentence(part), before: start(before) };
  if (lead.length > 0) return { ...inSentence(part), lead: start(lead) };
  return text.subject === "" ? { ...part, text: { ...text, operator: sentenceStart(text.operator) } } : part;
}

function sentenceStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function inSentence(part: ChipPart): ChipPart {
  return { ...part, text: { ...part.text, subject: midSentence(part.text.subject) } };
}
