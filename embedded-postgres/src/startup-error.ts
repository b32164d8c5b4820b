/** A reason not to start that an operator can act on, in one sentence. Not the shop's: nothing of the shop is known here. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The operating system's own words for a failed call, without the code and path that Node wraps around them. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /^E[A-Z0-9]+: ([^,]+),/.exec(text)?.[1] ?? text;
}
