/** Proves where the palette finds the words of a query in names. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { matches, partsOf } from "../explorer/src/components/palette/matches.ts";

/** A name with what is marked in brackets. */
const marked = (name: string, query: string): string =>
  partsOf(name, query)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join("");

test("explorer, matches: words are found at the start of words, regardless of case, accents and script", () => {
  for (const [name, query, expected] of [
    ["Mars 2020", "mars", "[Mars] 2020"],
    ["Thomas Marshburn", "mars", "Thomas [Mars]hburn"],
    ["Demarsh", "mars", "Demarsh"],
    ["Éclair électrique", "eclair ELEC", "[Éclair] [élec]trique"],
    ["Мир-2", "мир 2", "[Мир]-[2]"],
    ["🚀 Ariane", "ar", "🚀 [Ar]iane"],
    ["İzmir", "iz", "[İz]mir"],
    ["Apollo 11", "", "Apollo 11"],
    ["a.b*c", ".*", "a.b*c"],
  ] as const)
    assert.equal(marked(name, query), expected);
});

test("explorer, matches: the parts join to the name, for any query", () => {
  for (const name of ["", "ﬁne", "e\u0301te\u0301", "🏳️‍🌈 flag"])
    for (const query of ["f", "e", "éte", "\u0301", "🏳"])
      assert.equal(
        partsOf(name, query)
          .map(({ text }) => text)
          .join(""),
        name,
      );
});

test("explorer, matches: a page is offered if each word of the query begins one of its words", () => {
  assert.equal(matches("Courses over time", "time cou"), true);
  assert.equal(matches("Courses over time", "ime"), false);
  assert.equal(matches("Home", "  "), true);
});
