/** Values that change while somebody types. */
import { useEffect, useState } from "react";

/** How long typing rests before the service is asked, in milliseconds. */
const REST_MS = 150;

/** A value once it has stayed the same for a moment. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
