/** Ctrl-C: the first one asks the command to end, the second one ends the process. */

/** The AbortSignal of this process's SIGINT and SIGTERM. Commands pass it to everything that waits. */
export function interruption(): AbortSignal {
  shared ??= listen();
  return shared;
}

let shared: AbortSignal | undefined;

function listen(): AbortSignal {
  const controller = new AbortController();
  // `once`: a second signal has its default effect.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
