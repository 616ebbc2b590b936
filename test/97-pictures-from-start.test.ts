/** Proves the lengths of compared records, from a common start, and that nothing is measured that is not known. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawingOf } from "../explorer/src/pictures/from-start/drawing.ts";
import { captionOf, lengthsOf } from "../explorer/src/pictures/from-start/lengths.ts";
import type { SvgNode } from "../explorer/src/pictures/svg/node.ts";
import { dayOf } from "../explorer/src/pictures/time/days.ts";
import { itemsOf } from "../explorer/src/pictures/timeline/items.ts";
import type { TimelineParts } from "../explorer/src/pictures/timeline/parts.ts";
import { plainField } from "../kit/description/list-fields.ts";
import type { Field, Kind } from "../kit/description/model.ts";

const field = (name: string, kind: Kind = "text", more: Partial<Field> = {}): Field => ({
  ...plainField(name, kind),
  ...more,
});
const TONES = { planned: "plan", going: "go", over: "done", failed: "fault" } as const;
const PARTS: TimelineParts = {
  ...{
    title: "name",
    from: field("from", "date"),
    to: field("to", "date"),
    precision: "precision",
    color: field("group"),
  },
  ...{ lanes: [], state: field("state", "lifecycle", { tones: TONES }), parent: undefined, changed: undefined },
};
const KNOWN = "2020-06-30";

function lengths(...records: readonly { from: string | null; to?: string; state?: string; precision?: string }[]) {
  const time = { now: dayOf("2020-12-31")!, knownUntil: () => KNOWN };
  return lengthsOf(
    records.map((record, index) => {
      const name = `R${index}`;
      const whole = {
        id: name,
        name,
        state: "over",
        precision: "day",
        to: null,
        _links: { self: `/api/r/${name}` },
        ...record,
      };
      return { name, item: itemsOf([whole], PARTS, () => 3, time).items[0], known: dayOf(KNOWN)! + 1 };
    }),
  );
}

test("architecture, the explorer: lengths are measured from each start, and none after the last day that is known", () => {
  const all = lengths(
    { from: "1969-07-16", to: "1969-07-24" },
    { from: "1970-04-11", to: "1970-04-17", state: "failed" },
    { from: "2020-06-01", state: "going" },
    { from: "2020-06-01", to: "2020-12-01", state: "going" },
    { from: "2021-01-01", to: "2021-02-01", state: "planned" },
    { from: "2001-01-01", to: "2001-02-10", precision: "month" },
    { from: "2001-01-01" },
    { from: null },
  );
  assert.deepEqual(
    all.map(({ days, words, hue }) => [days?.join(), words, hue]),
    [
      ["8,8", "8 days", 3],
      ["6,6", "6 days", 0],
      ["29,29", "29 days until 30 June 2020", 3],
      ["29,29", "29 days until 30 June 2020", 3],
      [undefined, "planned", 3],
      ["10,40", "10 to 40 days", 3],
      [undefined, "end not known", 3],
      [undefined, "no date", 0],
    ],
  );
  assert.match(captionOf(all), /^All bars begin at the same start\. Gray with ✕/);
  assert.equal(captionOf(lengths({ from: "2000-01-01", to: "2000-01-03" })), "All bars begin at the same start.");
});

test("architecture, the explorer: lengths begin at one place, to one scale, within the picture", () => {
  const all = lengths(
    { from: "2000-01-01", to: "2000-01-11" },
    { from: "1990-01-01", to: "1990-01-06", state: "failed" },
    { from: null },
  );
  for (const width of [1_156, 358, 288]) {
    const { nodes } = drawingOf(all, width, "label");
    const find = ({ tag, children, ...rest }: SvgNode, wanted: string): SvgNode[] => [
      ...(tag === wanted ? [{ tag, children, ...rest }] : []),
      ...children.flatMap((child) => (typeof child === "object" ? find(child, wanted) : [])),
    ];
    const [long, short, ...others] = nodes.flatMap((node) => find(node, "rect")).map(({ attributes }) => attributes);
    assert.equal(others.length, 0);
    assert.equal(long!.x, short!.x);
    assert.ok(Math.abs(Number(long!.width) / Number(short!.width) - 2) < 0.01, `${long!.width} ${short!.width}`);
    assert.deepEqual([long!.class, short!.class], ["f3", "f0"]);
    assert.ok(Number(long!.x) + Number(long!.width) < width - 40);
    const paths = nodes.flatMap((node) => find(node, "path"));
    assert.equal(paths.filter(({ attributes }) => attributes.class === "cross").length, 1);
    const texts = nodes.flatMap((node) => find(node, "text")).map(({ children }) => children[0]);
    assert.ok(
      ["start", "10 days", "5 days", "no date"].every((text) => texts.includes(text)),
      texts.join(),
    );
  }
});
