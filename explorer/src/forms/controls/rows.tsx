/** Rows of a list, with buttons that add, remove and move them. */
import { type ReactNode, useRef } from "react";
import { Button } from "../../components/button.tsx";

/** Props of `Rows`. */
export interface RowsProps<T> {
  /** The id of the list; its first button takes the focus where there is no row. */
  readonly id: string;
  readonly label: string;
  readonly rows: readonly T[];
  readonly setRows: (rows: readonly T[]) => void;
  /** A new row. */
  readonly empty: T;
  readonly children: (row: T, set: (row: T) => void, index: number) => ReactNode;
}

/** Rows that can be edited. */
export function Rows<T>({ id, label, rows, setRows, empty, children }: RowsProps<T>) {
  const whole = useRef<HTMLSpanElement>(null);
  /** Focuses the first of some elements that can take it, once they are drawn. */
  const focusFirst = (...selectors: readonly string[]) =>
    requestAnimationFrame(() => {
      const found = selectors.map((selector) => whole.current?.querySelector<HTMLElement>(selector));
      found.find((each) => each)?.focus();
    });
  const add = () => {
    setRows([...rows, empty]);
    focusFirst(":scope > ol > li:last-child :is(input, select)");
  };
  const remove = (index: number) => {
    setRows(rows.toSpliced(index, 1));
    focusFirst(`${rowAt(Math.min(index, rows.length - 2))} .is-remove`, ":scope > .is-add");
  };
  const move = (from: number, to: number) => {
    setRows(rows.with(from, rows[to]!).with(to, rows[from]!));
    // The same button of the row that was moved; at the end, the one that leads back.
    const [onwards, back] = to < from ? ["up", "down"] : ["down", "up"];
    focusFirst(`${rowAt(to)} .is-${onwards}:enabled`, `${rowAt(to)} .is-${back}`);
  };
  return (
    <span className="rows" ref={whole}>
      {rows.length > 0 && (
        <ol>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <li key={index}>
              {children(row, (next) => setRows(rows.with(index, next)), index)}
              <span className="joined">
                <Button
                  small
                  icon="up"
                  className="is-up"
                  label={`Move row ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <Button
                  small
                  icon="down"
                  className="is-down"
                  label={`Move row ${index + 1} down`}
                  disabled={index === rows.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <Button
                  small
                  icon="close"
                  className="is-remove"
                  label={`Remove row ${index + 1}`}
                  onClick={() => remove(index)}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
      <Button id={rows.length === 0 ? id : undefined} small icon="plus" className="is-add" onClick={add}>
        Add a row<span className="sr"> to {label}</span>
      </Button>
    </span>
  );
}

/** Selects a row by its index. */
function rowAt(index: number): string {
  return `:scope > ol > li:nth-child(${index + 1}) > .joined >`;
}
