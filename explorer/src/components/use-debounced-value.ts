/** Values that change while somebody types. */
import { useEffect, useState } from "react";

/** The pause in typing after which a request is sent, in milliseconds. */
const DELAY_MS = 150;

/** Returns a value once it has stayed the same for a moment. */
export function useDebouncedValue<T>(value: T, delayMs = DELAY_MS): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
