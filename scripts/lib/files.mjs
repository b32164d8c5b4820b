import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ROOT } from './project.mjs';

const GENERATED = new Set(['node_modules', 'dist', '.vite', '.cache']);

/** All files below the given project paths in a stable order. A missing path is empty. */
function listFiles(paths) {
  return paths.flatMap((path) => walk(join(ROOT, path))).sort();
}

/** A hash over names and contents. Modification times do not count, because a fresh clone has new ones. */
export function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const file of listFiles(paths)) {
    const content = readFileSync(file);
    hash.update(`${relative(ROOT, file).split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function walk(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !GENERATED.has(name))
    .flatMap((name) => walk(join(path, name)));
}
