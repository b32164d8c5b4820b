import { PartUnavailable } from '../unavailable.ts';
import type { ImageStore } from './image-store.ts';

/** Wraps the errors of a remote store, because its network errors look like those of the database. */
export function wrapStoreErrors(store: ImageStore): ImageStore {
  const named = (error: unknown): never => {
    throw new PartUnavailable('image store', error);
  };
  return {
    put: (...args) => store.put(...args).catch(named),
    get: (key) => store.get(key).catch(named),
    remove: (key) => store.remove(key).catch(named),
  };
}
