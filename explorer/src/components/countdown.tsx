/** Counts the seconds down to a time. */
import { useEffect, useState } from "react";

/** `in 12 s`, then `now`. @param until in milliseconds since 1970 */
export function Countdown({ until }: { readonly until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  return seconds > 0 ? <b className="num">in {seconds} s</b> : <b>now</b>;
}
