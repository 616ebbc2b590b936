/** How an error ends a command: one clear line on standard error, and an exit code. */
import { CommanderError } from "commander";
import { NetworkError } from "../../client/errors/network-error.ts";
import { Problem as ClientProblem, Unauthorized } from "../../client/errors/problem.ts";
import { type Fault, Problem } from "../../engine/problem.ts";
import { KEY_VARIABLE } from "./connection.ts";
import { EXIT, PartlyDone, UsageError } from "./exit-codes.ts";
import { interruption } from "./interruption.ts";

/** How a command ends. */
export interface Failure {
  /** One line without `error: `; undefined if commander has printed it, or there is none. */
  readonly line: string | undefined;
  readonly code: number;
}

/** Describes any error that a command throws. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof CommanderError) return { line: undefined, code: error.exitCode === 0 ? EXIT.done : EXIT.usage };
  return { line: oneLine(messageOf(error)), code: exitCodeOf(error) };
}

/** Why work stopped halfway, as a sentence. */
export function describeStop(error: unknown): string {
  if (interruption().aborted) return "Interrupted.";
  if (!(error instanceof NetworkError)) return messageOf(error);
  return `The connection to ${new URL(error.url).origin} was lost (${error.reason}).`;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  return error instanceof PartlyDone || isAbort(error) ? EXIT.partly : EXIT.refused;
}

function messageOf(error: unknown): string {
  if (isAbort(error)) return "Interrupted.";
  if (error instanceof Problem) return withFaults(error.message, error.extras.errors ?? []);
  if (error instanceof ClientProblem) return describeProblem(error);
  if (error instanceof NetworkError)
    return `No service answers at ${new URL(error.url).origin} (${error.reason}). Is it running there? Use --url for another address.`;
  return error instanceof Error ? error.message : String(error);
}

/** A problem of the service, with what helps to solve it. */
function describeProblem(problem: ClientProblem): string {
  const message = withFaults(problem.message, problem.errors);
  if (problem instanceof Unauthorized) return `${message} Set ${KEY_VARIABLE} to a valid key.`;
  if (problem.status === 404 && problem.document.instance) return `${message} (${problem.document.instance})`;
  return problem.status === 500 ? `${message} (request ${problem.requestId})` : message;
}

/** The faults, each with its place unless the message names it, instead of the sentence that sums them up. */
export function withFaults(
  message: string,
  faults: readonly Pick<Fault, "pointer" | "parameter" | "header" | "message">[],
) {
  if (faults.length === 0) return message;
  return faults
    .map(({ pointer, parameter, header, message: fault }) => {
      const place = pointer ?? parameter ?? header ?? "";
      return names(fault, place.replace(/^\//, "")) ? fault : `${place}: ${fault}`;
    })
    .join(" ");
}

/** Whether a name is one of the words of a message. */
function names(message: string, name: string): boolean {
  return message.match(/[\w-]+/g)?.includes(name) ?? false;
}

/** Whether an error says that an AbortSignal ended the work. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]+\s*/g, " ");
}
