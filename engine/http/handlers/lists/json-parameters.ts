/** The parameters of a list as the members of a JSON object; what takes a list takes an array too. */
import { takesList } from "../../../kinds/operators.ts";
import type { Fault } from "../../../problem.ts";
import { filterParameters } from "../../../query/filters.ts";
import { inHint } from "../../../query/hints.ts";
import type { Parameter } from "../../../query/parameters.ts";
import { jsonType } from "../../../resource/messages.ts";
import type { View } from "../../../resource/resource.ts";

/** The parameters that take lists, besides filters; `filter` is repeated for each element. */
const LISTS: readonly string[] = ["sort", "sort_by", "order", "fields", "include", "group_by", "measure", "filter"];

/**
 * Reads the members of a JSON object as the parameters of a query string.
 * @param faults receives the faults
 */
export function jsonParameters(view: View, content: object, faults: Fault[]): Parameter[] {
  return Object.entries(content).flatMap(([name, value]): Parameter[] => {
    const fault = faultOf(view, name, value);
    if (fault) {
      faults.push(fault);
      return [];
    }
    if (!Array.isArray(value)) return [[name, String(value)]];
    const texts = value.map(String);
    return name === "filter" ? texts.map((text) => [name, text]) : [[name, texts.map(quoted).join(",")]];
  });
}

/** An element of a comma-separated list (RFC 4180). */
function quoted(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function faultOf(view: View, name: string, value: unknown): Fault | undefined {
  const fault = (code: string, message: string): Fault => ({ in: "shape", parameter: name, code, message });
  const isList = Array.isArray(value) && takesArray(view, name);
  const values: readonly unknown[] = isList ? value : [value];
  if (values.length === 0) return fault("too_few_items", `${name} is an empty array; leave it out instead.`);
  const wrong = values.find((each) => !["string", "number", "boolean"].includes(typeof each));
  if (wrong !== undefined) {
    const subject = isList ? `Each element of ${name}` : name;
    const message = `${subject} must be a string, a number, true or false, not ${jsonType(wrong)}.`;
    const hint = () => (isList ? "" : inHint(name, [...filterParameters(view).keys()]));
    return { ...fault("wrong_type", message), hint };
  }
  if (values.some((each) => typeof each === "number" && !Number.isFinite(each)))
    return fault("out_of_range", `${name} is outside the range of a double (IEEE 754 binary64).`);
  if ([name, ...values].some((each) => !String(each).isWellFormed()))
    return fault("invalid_text", "A lone surrogate is not allowed in a parameter.");
  return undefined;
}

/** Whether a parameter takes a list. Of paths that follow relations, the operator is at the end. */
function takesArray(view: View, name: string): boolean {
  const own = filterParameters(view).get(name);
  return own ? takesList(own.operator) : LISTS.includes(name) || name.endsWith("_in");
}
