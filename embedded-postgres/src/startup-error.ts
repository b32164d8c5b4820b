/** A reason why PostgreSQL cannot start, in one sentence that an operator can act on. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The operating system's text for a failed call, without the code and path that Node adds. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /^E[A-Z0-9]+: ([^,]+),/.exec(text)?.[1] ?? text;
}
