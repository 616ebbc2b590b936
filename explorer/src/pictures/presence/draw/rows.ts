/** Draws the rows of a presence: bars, lines that join them, dots, and names where there is room. */
import type { ColorOf } from "../../parts/colors.ts";
import type { DrawingContext } from "../../svg/context.ts";
import { fillHatched } from "../../time/bars.ts";
import { drawWords, fontOf } from "../../time/text.ts";
import type { Here } from "../heads.ts";
import { type Layout, type Mark, markOf } from "../layout.ts";
import { placeWords } from "../names.ts";
import type { Row } from "../rows.ts";

/** Draws all rows. */
export function drawRows(context: DrawingContext, layout: Layout, here: readonly Here[], colorOf: ColorOf): void {
  const present = new Map(here.map((each) => [each.member.id, each]));
  for (const [index, row] of layout.rows.entries()) drawRow(context, { layout, row, index }, colorOf);
  if (!layout.isNamed) return;
  for (const [index, row] of layout.rows.entries()) drawName(context, { layout, row, index, present }, colorOf);
}

interface Place {
  readonly layout: Layout;
  readonly row: Row;
  readonly index: number;
}

function drawRow(context: DrawingContext, { layout, row, index }: Place, colorOf: ColorOf): void {
  const { isNamed, bar, x, rowsTop, pitch } = layout;
  const marks = row.bars.map((each) => markOf(layout, each, index));
  const isOne = marks.length > 1 && marks.every((mark) => mark.bar.member === marks[0]!.bar.member);
  if (isOne) drawThread(context, marks, bar.height, colorOf);
  for (const {
    bar: { member },
    x0,
    known,
    x1,
    y,
  } of marks) {
    const color = colorOf(`c${member.hue}`);
    const [from, until, to] = isNamed ? [x0, known, x1] : [Math.floor(x0), Math.ceil(known), Math.ceil(x1)];
    context.fillStyle = color;
    context.fillRect(from, y, until - from, bar.height);
    if (to > until) fillHatched(context, color, [[until, y, to - until, bar.height]]);
  }
  for (const { member, leg } of row.dots) {
    context.fillStyle = colorOf(`c${member.hue}`);
    context.beginPath();
    context.arc(x(leg.from), rowsTop + (index + 0.5) * pitch, Math.min(3, Math.max(1.5, pitch / 2)), 0, 2 * Math.PI);
    context.fill();
  }
}

/** Draws a thin line from the first bar to the last one. */
function drawThread(context: DrawingContext, marks: readonly Mark[], height: number, colorOf: ColorOf): void {
  const [first, last] = [marks[0]!, marks.at(-1)!];
  context.fillStyle = colorOf(`c${first.bar.member.hue}`);
  context.globalAlpha = 0.42;
  context.fillRect(first.x1, first.y + height / 2 - 0.5, Math.max(0, last.x0 - first.x1), 1);
  context.globalAlpha = 1;
}

function drawName(
  context: DrawingContext,
  { layout, row, index, present }: Place & { readonly present: ReadonlyMap<string, Here> },
  colorOf: ColorOf,
): void {
  const bar = row.bars.at(-1);
  if (!bar || row.name === undefined) return;
  const mark = markOf(layout, bar, index);
  const here = present.get(bar.member.id);
  const isHere = here !== undefined && row.bars.some(({ stay }) => stay === here.stay);
  const note = isHere ? sayHere(here) : row.note;
  const fonts = { name: fontOf(11, isHere ? 640 : 420), note: fontOf() };
  const widthIn = (font: string) => (text: string) => {
    context.font = font;
    return context.measureText(text).width;
  };
  const placed = placeWords(
    { name: row.name, note },
    { name: widthIn(fonts.name), note: widthIn(fonts.note) },
    { from: markOf(layout, row.bars[0]!, index).x0, to: mark.x1, width: layout.width },
  );
  const y = mark.y + 7.5;
  const halo = { halo: colorOf("sheet"), width: 3 };
  context.font = fonts.name;
  drawWords(context, placed.name, { x: placed.x, y }, { fill: colorOf(isHere ? "ink" : "ink-2"), ...halo });
  if (placed.note === undefined) return;
  context.font = fonts.note;
  drawWords(context, placed.note.text, { x: placed.note.x, y }, { fill: colorOf("ink-3"), ...halo });
}

/** Says who a member is on the day of the cursor. */
export function sayHere({ title, role, day }: Here): string {
  return [title, role?.replaceAll("_", " "), `day ${day}`].filter(Boolean).join(", ");
}
