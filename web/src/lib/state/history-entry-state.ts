/** The location state of the current history entry, which survives a reload and Back. The router stores it as `usr`. */
export const historyEntryState = (): Record<string, unknown> | null => window.history.state?.usr ?? null;

/** Changes that state without a navigation, or before a full page load of `url`. */
export const saveInHistoryEntry = (state: unknown, url?: string): void =>
  window.history.replaceState({ ...window.history.state, usr: state }, '', url);
