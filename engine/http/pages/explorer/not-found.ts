/** The pages of what is not there, for people who follow a link. */
import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { API_ROOT } from "../../../resource/resource.ts";
import { START } from "../../../runtime/package.ts";
import { requestPath } from "../../request/address.ts";
import { JSON_TYPE } from "../../request/negotiation.ts";
import type { HttpResponse } from "../../response/response.ts";
import { htmlResponse, page } from "../html.ts";
import { ASSETS } from "./build.ts";
import type { DescribedExplorer } from "./description.ts";

/** Paths outside the explorer: what is not found there is a problem for every client. */
const OUTSIDE = new RegExp(`^(?:${API_ROOT}|/${ASSETS})(?:/|$)`);

/** In the order of preference of a client that has none. */
const PROBLEM_OR_PAGE = [JSON_TYPE, "application/problem+json", "text/html"];

/** Returns the function that makes the 404 page of a request; undefined if its client prefers a problem document. */
export function notFoundPages(explorer: DescribedExplorer | undefined) {
  return (request: FastifyRequest): HttpResponse | undefined => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    if (OUTSIDE.test(requestPath(request)) || !prefersPage(request)) return undefined;
    return explorer ? explorer.shell.withStatus(404) : { ...htmlResponse(notFoundPage()), status: 404 };
  };
}

function prefersPage(request: FastifyRequest): boolean {
  // Without it, the client accepts any type.
  if (!request.headers.accept?.includes("text/html")) return false;
  return new Negotiator(request).mediaTypes(PROBLEM_OR_PAGE)[0] === "text/html";
}

const ELSEWHERE = `<p>See the <a href="/docs">reference</a> or the <a href="${API_ROOT}">API</a>.</p>`;

/** Writes the page of `/` without a build. */
export function noBuildPage(): string {
  const how = `<p>Run <code>npm run build:explorer</code>, then restart the service; <code>${START}</code> does both.</p>`;
  const title = "The explorer is not built";
  return page({ title, body: `<h1>${title}</h1>${how}${ELSEWHERE}` });
}

function notFoundPage(): string {
  return page({ title: "Not found", body: `<h1>There is nothing at this address</h1>${ELSEWHERE}` });
}
