/** Proves that an invalid summary is refused, with every fault, what is allowed, and a suggestion. */
import assert from "node:assert/strict";
import test from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { messagesOf } from "./support/http/lists.ts";
import { faultsOf, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile(secondDomain);

/** Invalid queries of products, each with its faults, and what the messages say by parameter. */
const INVALID: [query: string, faults: [parameter: string, code: string][], messages: Record<string, RegExp>][] = [
  ["group_by=", [["group_by", "invalid_value"]], { group_by: /Unknown field ""\. Allowed: id, name, price/ }],
  ["group_by=grad", [["group_by", "invalid_value"]], { group_by: /Unknown field "grad"\. Did you mean grade\?/ }],
  ["group_by=tags", [["group_by", "invalid_value"]], { group_by: /Unknown field "tags"/ }],
  ["group_by=_links", [["group_by", "invalid_value"]], { group_by: /Unknown field/ }],
  ["group_by=constructor", [["group_by", "invalid_value"]], { group_by: /Unknown field/ }],
  ["group_by=grade,grade", [["group_by", "invalid_value"]], { group_by: /grade may appear only once/ }],
  ["group_by=seen_at:day,seen_at:year", [["group_by", "invalid_value"]], { group_by: /seen_at may appear only once/ }],
  ["group_by=id,name,price,rating", [["group_by", "too_many"]], { group_by: /4 elements; at most 3/ }],
  ["group_by=name:day", [["group_by", "invalid_value"]], { group_by: /name takes no period; only dates/ }],
  [
    "group_by=seen_at:days",
    [["group_by", "invalid_value"]],
    {
      group_by:
        /Unknown period "days"\. Did you mean day\? Allowed for seen_at: decade, year, quarter, month, day, hour, minute\./,
    },
  ],
  [
    "group_by=sold_from:hour",
    [["group_by", "invalid_value"]],
    { group_by: /Allowed for sold_from: decade, year, quarter, month, day\./ },
  ],
  ["group_by=sold_from:", [["group_by", "invalid_value"]], { group_by: /Unknown period ""/ }],
  ["group_by=sold_from:day:hour", [["group_by", "invalid_value"]], { group_by: /Unknown period "day:hour"/ }],
  [
    "measure=",
    [["measure", "invalid_value"]],
    { measure: /Unknown function ""\. Allowed: count, min, max, sum, avg\./ },
  ],
  ["measure=agv:price", [["measure", "invalid_value"]], { measure: /Unknown function "agv"\. Did you mean avg\?/ }],
  [
    "measure=avg",
    [["measure", "invalid_value"]],
    { measure: /avg needs a field: avg:<field>\. Allowed: price, rating, size\.depth_cm, size\.box\.layers\./ },
  ],
  ["measure=price:avg", [["measure", "invalid_value"]], { measure: /write avg:price/ }],
  ["measure=count:price", [["measure", "invalid_value"]], { measure: /count takes no field/ }],
  ["measure=avg:prise", [["measure", "invalid_value"]], { measure: /Unknown field "prise"\. Did you mean price\?/ }],
  [
    "measure=avg:name",
    [["measure", "invalid_value"]],
    { measure: /avg takes only numbers and durations, which name is not/ },
  ],
  ["measure=sum:seen_at", [["measure", "invalid_value"]], { measure: /sum takes only numbers/ }],
  [
    "measure=min:in_stock",
    [["measure", "invalid_value"]],
    { measure: /min takes only numbers, durations, dates and date-times/ },
  ],
  ["measure=max:tags", [["measure", "invalid_value"]], { measure: /which tags is not/ }],
  ["measure=avg:price,avg:price", [["measure", "invalid_value"]], { measure: /price_avg may appear only once/ }],
  ["measure=count,count", [["measure", "invalid_value"]], { measure: /count may appear only once/ }],
  [
    "measure=count,min:price,max:price,sum:price,avg:price,min:rating,max:rating,sum:rating,avg:rating",
    [["measure", "too_many"]],
    { measure: /9 elements; at most 8/ },
  ],
  ["group_by=grade&fields=id", [["fields", "invalid_value"]], { fields: /cannot be combined with group_by/ }],
  [
    "group_by=grade&include=events",
    [
      ["include", "invalid_value"],
      ["include", "unknown_relation"],
    ],
    { include: /./ },
  ],
  ["measure=count&cursor=", [["cursor", "invalid_value"]], { cursor: /cannot be combined with group_by/ }],
  ["group_by=grade&sort=name", [["sort", "invalid_value"]], { sort: /Unknown field "name".* Allowed: grade, count\./ }],
  [
    "group_by=grade&measure=avg:price&sort_by=price_agv",
    [["sort_by", "invalid_value"]],
    { sort_by: /Did you mean price_avg\? Allowed: grade, count, price_avg\./ },
  ],
  ["group_by=grade&sort=count:up", [["sort", "invalid_value"]], { sort: /asc or desc/ }],
  ["group_by=grade&sort=count,count:desc", [["sort", "invalid_value"]], { sort: /only once/ }],
  ["group_by=grade&order=asc,desc", [["order", "invalid_value"]], { order: /2 directions for 1 field/ }],
  ["group_by=grade&limit=101", [["limit", "out_of_range"]], { limit: /from 1 to 100/ }],
  ["groupby=grade", [["groupby", "unknown_parameter"]], { groupby: /Did you mean group_by\?/ }],
];

for (const [query, faults, messages] of INVALID) {
  test(`§4.8: ?${query} is refused, and says what is allowed`, async () => {
    const answer = await served.get(`/api/products?${query}`);
    assert.deepEqual([answer.status, faultsOf(answer)], [400, faults], answer.text);
    for (const [parameter, message] of Object.entries(messages)) assert.match(messagesOf(answer)[parameter]!, message);
  });
}

test("§4.8: all faults of a summary are listed at once; a misspelled field to sort by is no second one", async () => {
  const query = "group_by=grad,name:day&measure=agv:price,count&sort=grad,price_agv&fields=id&page=0&prise=1";
  const answer = await served.get(`/api/products?${query}`);
  assert.deepEqual(faultsOf(answer).sort(), [
    ["fields", "invalid_value"],
    ["group_by", "invalid_value"],
    ["group_by", "invalid_value"],
    ["measure", "invalid_value"],
    ["page", "out_of_range"],
    ["prise", "unknown_parameter"],
  ]);
});

test("§4.8: a long text is no field to group by", async () => {
  const space = await serveForFile();
  const answer = await space.get("/api/missions?group_by=description");
  assert.deepEqual([answer.status, faultsOf(answer)], [400, [["group_by", "invalid_value"]]]);
  assert.match(messagesOf(answer).group_by!, /description is a long text/);
});

test("§12.8: group_by and measure are parameters of lists only", async () => {
  await served.put("/api/products/one", { name: "One" });
  for (const query of ["group_by=grade", "measure=count"]) {
    const answer = await served.get(`/api/products/one?${query}`);
    assert.deepEqual([answer.status, faultsOf(answer)], [400, [[query.split("=")[0], "unknown_parameter"]]]);
  }
  const stream = { headers: { accept: "text/event-stream" } };
  const answer = await served.get("/api/events?group_by=type", stream);
  assert.deepEqual([answer.status, faultsOf(answer)], [400, [["group_by", "unknown_parameter"]]]);
});
