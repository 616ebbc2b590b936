/** Proves that private relations do not exist in questions, whoever asks and in whatever form. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { assertRefused } from "./support/http/assertions.ts";
import { type RequestOptions, serveForFile } from "./support/http/serve.ts";
import { createSmallSpace } from "./support/query/relations/small-space.ts";

const served = await serveForFile();
await createSmallSpace(served);
const second = await serveForFile(secondDomain);

const ask = (path: string, options: RequestOptions = {}) => served.get(`/api/${path}`, options);

/** Questions with the name of private relations in place of `*`: on astronauts, and after a relation to them. */
const ABOUT_PRIVATE = [
  ...["*.kind=x", "*_none.kind=x", "*_exists=true", "*.kind_not=x", "any.1.*.kind=x", "*_count=1"],
  ...[
    "filter=*.kind:x",
    "sort=*.kind",
    "sort_by=*.kind",
    "group_by=*.kind",
    "measure=max:*.examined_on",
    "*.astronaut.name=x",
  ],
];

test("§5.2: private relations do not exist in questions, whoever asks: the answer is that for any unknown name", async () => {
  const answer = async (name: string, query: string, credential?: false) => {
    const { status, body } = await ask(query.replaceAll("*", name), credential === undefined ? {} : { credential });
    const { request_id: _, ...problem } = body;
    return [status, JSON.stringify(problem).replaceAll(name, "*")];
  };
  for (const before of ["astronauts?", "missions?astronauts.", "missions?any.3.astronauts_none."])
    for (const query of ABOUT_PRIVATE.filter((each) => before === "astronauts?" || /^\*/.test(each)))
      for (const credential of [undefined, false] as const) {
        const path = before + query;
        const [status, problem] = await answer("medical", path, credential);
        assert.equal(status, 400, path);
        assert.deepEqual([status, problem], await answer("zebra", path, credential), path);
      }
  const response = await second.get("/api/courses?students.grades.points_min=1");
  assertRefused(response, 400, ["students.grades.points_min", "unknown_parameter"]);
});

test("§5.2: private relations and their fields are never suggested", async () => {
  for (const query of [
    "medicl.kind=x",
    "medical.knd=x",
    "medcal_exists=true",
    "sort=medicl.kind",
    "filter=medicl.kind:x",
  ]) {
    const { status, text } = await ask(`astronauts?${query}`);
    assert.equal(status, 400);
    assert.doesNotMatch(text, /medical(?!\.knd)|fitness|examin/, query);
  }
});

test("§5.2: the name of a private field does not lead to the relation that has it", async () => {
  for (const path of ["astronauts?fitness=fit", "astronauts?any.1.examiner_in=x", "missions?crew.examined_on_after=x"])
    assert.doesNotMatch((await ask(path)).text, /medical|Did you mean/, path);
  assert.match((await ask("astronauts?course=x")).text, /Did you mean training\.course\?/);
});
