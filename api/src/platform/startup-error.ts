/** A reason not to start that an operator can act on: its message is the one sentence the server prints before it exits. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** What the operating system refuses, such as a file on a full disk: its own words say to an operator what and where. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

/** The operating system's own words for a failed call, without the code and path that Node wraps around them. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /^E[A-Z0-9]+: ([^,]+),/.exec(text)?.[1] ?? text;
}
