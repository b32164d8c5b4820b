/** Returns null if the browser's storage is forbidden, missing or full. The page works without it. */
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
