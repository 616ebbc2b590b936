/** Proves in which order the kit loads records, so that each is written once where that is possible. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { collection } from "../engine/declare/declare.ts";
import { list, object, reference, text } from "../engine/declare/fields.ts";
import { describe } from "../kit/description/describe.ts";
import { loadSteps } from "../kit/load/order.ts";
import { serve } from "./support/http/serve.ts";

const about = "For this test.";

test("§2.16, architecture, the kit: what elements of arrays refer to is loaded first", async () => {
  const authors = { parameter: "author", about, members: ["author_id"], to: "authors" };
  const written = list(object({ author_id: reference("authors").required() })).keyed(authors);
  const books = collection("books", {
    one: "book",
    about,
    fields: { name: text(), editor: reference("authors"), written },
  });
  const fields = { name: text(), friends: list(object({ author_id: reference("authors").required() })).keyed(authors) };
  await using served = await serve([books, collection("authors", { one: "author", about, fields })]);
  const steps = loadSteps(describe((await served.get("/openapi.json")).body));
  assert.deepEqual(
    steps.map(({ view, deferred }) => [view.path, [...deferred.keys()]]),
    [
      ["/api/authors", ["friends"]],
      ["/api/books", []],
    ],
  );
});
