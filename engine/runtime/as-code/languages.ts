/** The languages in which a request can be shown. */
import { asClient, type ClientTarget } from "./client.ts";
import type { CodeRequest } from "./code-request.ts";
import { asCurl } from "./curl.ts";
import { asHttp } from "./http.ts";
import { asJavaScript } from "./javascript.ts";
import { asPython } from "./python.ts";

/** The context that code depends on besides the request. */
export interface CodeContext {
  /** The name of the package that the client is part of. */
  readonly name: string;
  readonly target: ClientTarget;
}

/** A language. */
export interface Language {
  readonly id: string;
  readonly label: string;
  readonly write: (request: CodeRequest, context: CodeContext) => string;
}

/** All languages, in the order of their tabs. */
export const LANGUAGES: readonly Language[] = [
  { id: "curl", label: "curl", write: asCurl },
  { id: "javascript", label: "JavaScript", write: asJavaScript },
  { id: "python", label: "Python", write: asPython },
  { id: "client", label: "Client", write: asClient },
  { id: "http", label: "HTTP", write: asHttp },
];
