/** An error at the start that an operator can fix. The server prints only its message and exits. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** True for a failed system call, such as a write to a full disk. Its message tells an operator what failed and where. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

/** The operating system's message for a failed call, without the code and path that Node adds. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /^E[A-Z0-9]+: ([^,]+),/.exec(text)?.[1] ?? text;
}
