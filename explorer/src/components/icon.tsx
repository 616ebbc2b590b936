/** Icons: 16 by 16, drawn in the color of the text. They stand beside words, or in buttons that have a name. */

const PATHS = {
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.5 3.5" />
    </>
  ),
  theme: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" stroke="none" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="2.75" />
      <path d="m7 9 6.5-6.5M11 5l2 2" />
    </>
  ),
  plus: <path d="M8 3v10M3 8h10" />,
  edit: <path d="m10.5 3 2.5 2.5-7.5 7.5H3v-2.5z" />,
  delete: <path d="M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4" />,
  minus: <path d="M3 8h10" />,
  close: <path d="m4 4 8 8m0-8-8 8" />,
  check: <path d="m3 8.5 3.5 3.5L13 4.5" />,
  up: <path d="m4 10 4-4 4 4" />,
  down: <path d="m4 6 4 4 4-4" />,
  left: <path d="m10 3.5-4.5 4.5 4.5 4.5" />,
  right: <path d="m6 3.5 4.5 4.5-4.5 4.5" />,
  first: <path d="M4 3.5v9M12 3.5 7.5 8l4.5 4.5" />,
  last: <path d="M12 3.5v9M4 3.5 8.5 8 4 12.5" />,
  ascending: <path d="M8 13V3.5M4 7.5l4-4 4 4" />,
  descending: <path d="M8 3v9.5M4 8.5l4 4 4-4" />,
  columns: <path d="M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9" />,
  group: <path d="M2.5 4h11M2.5 8h7.500M2.5 12h4" />,
  export: <path d="M8 10.5V2.5M5 5l3-2.5L11 5M3 9.5v4h10v-4" />,
  share: <path d="M9.500 2.500h4v4M13.500 2.500l-6 6M6 4H3v9h9v-3" />,
  import: <path d="M8 2.5v8M5 8l3 2.5L11 8M3 9.5v4h10v-4" />,
  copy: (
    <>
      <path d="M5.5 5.5h8v8h-8z" />
      <path d="M10.5 5.5v-3h-8v8h3" />
    </>
  ),
  warn: (
    <>
      <path d="M8 2.5 14.5 13.5h-13z" />
      <path d="M8 6.5v3.25M8 11.2v.8" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 7.25v4M8 4.6v.9" />
    </>
  ),
  play: <path d="M4.500 2.500v11l9-5.500z" fill="currentColor" stroke="none" />,
  pause: <path d="M3.500 2.500h3v11h-3zM9.500 2.500h3v11h-3z" fill="currentColor" stroke="none" />,
  back: <path d="M6 3.5 2.5 7 6 10.5M2.5 7H10a3.5 3.5 0 0 1 0 7H8" />,
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  more: <path d="M3.2 8h.1M8 8h.1M12.8 8h.1" strokeWidth="2.2" strokeLinecap="round" />,
  requests: <path d="M3 5.5h9.5L10 3M13 10.5H3.5L6 13" />,
  fit: <path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10" />,
  lock: <path d="M3.5 7h9v6.5h-9zM5.500 7V5a2.5 2.5 0 0 1 5 0v2" />,
  leave: <path d="M3 13 13 3M6 3h7v7" />,
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** An icon. It says nothing by itself. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      {PATHS[name]}
    </svg>
  );
}
