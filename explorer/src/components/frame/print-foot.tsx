/** The foot of printed pages: where the page is found, and of which day it is. */
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { type ApiResponse, type Data, queries } from "../../requests/queries.ts";
import { dateText } from "../../units.ts";

/** The foot, which is written when the page is printed; the screen does not show it. */
export function PrintFoot() {
  const [words, setWords] = useState<readonly string[]>([]);
  useEffect(() => {
    const write = () => flushSync(() => setWords(wordsNow()));
    addEventListener("beforeprint", write);
    return () => removeEventListener("beforeprint", write);
  }, []);
  return (
    <footer className="print-foot">
      {words.map((word) => (
        <span key={word}>{word}</span>
      ))}
    </footer>
  );
}

/** Returns the address, and the days of the data and of the print. That of the data is known if the page has read it. */
function wordsNow(): string[] {
  const day: string | undefined = queries.getQueryData<ApiResponse<Data>>(["GET", "/api"])?.data.data_as_of;
  return [
    location.href,
    ...(day === undefined ? [] : [`built-in data as of ${dateText(day)}`]),
    `printed on ${dateText(new Date().toISOString().slice(0, "2000-01-01".length))}`,
  ];
}
