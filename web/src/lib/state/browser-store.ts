/** A browser may forbid its store, have none or have it full: then nothing is kept, and the page stands all the same. */
export function inStore<Result>(
  name: 'localStorage' | 'sessionStorage',
  use: (store: Storage) => Result,
): Result | null {
  try {
    return use(globalThis[name]);
  } catch {
    return null;
  }
}
