/** Values of any shape. */

/** JSON, indented; in a cell, on one line. */
export function Json({ value, short }: { readonly value: unknown; readonly short: boolean }) {
  if (short) return <code>{JSON.stringify(value)}</code>;
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}
