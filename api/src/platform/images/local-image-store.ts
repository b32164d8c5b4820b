import { open, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import { formatOfKey, type ImageStore, imageTypes } from './image-store.ts';

/** Stores images as plain files in one folder. */
export function createLocalImageStore(folder: string): ImageStore {
  const root = resolve(folder);

  return {
    async put(key, bytes) {
      formatOfKey(key);
      await writeFileAtomically(join(root, key), bytes);
    },

    async get(key) {
      const contentType = imageTypes[formatOfKey(key)];
      const file = await open(join(root, key)).catch(nullWhenMissing);
      if (!file) return null;
      try {
        const { size } = await file.stat();
        return { body: file.createReadStream(), contentType, size };
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async remove(key) {
      formatOfKey(key);
      const path = join(root, key);
      await rm(path, { force: true });
      // rmdir removes the folder only if it is empty.
      await rmdir(dirname(path)).catch(() => undefined);
    },
  };
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
