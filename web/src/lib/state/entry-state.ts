/**
 * What the browser keeps with this entry of its history, beyond a reload and for Back: the state of its location, which
 * the router writes under this name.
 */
export const entryState = (): Record<string, unknown> | null => window.history.state?.usr ?? null;

/** Changes it where nobody goes anywhere, or goes to `url` with another document. */
export const keepInEntry = (state: unknown, url?: string): void =>
  window.history.replaceState({ ...window.history.state, usr: state }, '', url);
