import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ROOT } from './project.mjs';

/** Packages that cannot be bundled, because parts are native or read as files. */
const OUTSIDE_THE_BUILD = ['sharp', '@node-rs/argon2', '@scalar/fastify-api-reference'];

/** Copies these packages with their dependencies into the node_modules of an image. */
const target = resolve(process.argv[2] ?? '');
if (!process.argv[2]) throw new Error('usage: node scripts/lib/image-packages.mjs <new folder>');
rmSync(target, { recursive: true, force: true });
const copied = new Set();
for (const name of OUTSIDE_THE_BUILD) copy(name, ROOT);
console.log(`${copied.size} packages in ${relative('', target)}`);

function copy(name, from) {
  const place = find(name, from);
  // Of the packages for each kind of machine only one is installed.
  if (!place || copied.has(place)) return;
  copied.add(place);
  const path = join(target, relative(join(ROOT, 'node_modules'), place));
  mkdirSync(path, { recursive: true });
  const isOwn = (file) => !file.startsWith(join(place, 'node_modules'));
  cpSync(realpathSync(place), path, { recursive: true, filter: isOwn });
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(place, 'package.json'), 'utf8'),
  );
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) copy(needed, place);
}

/** Resolves a package like Node: in the nearest node_modules on the way up. */
function find(name, from) {
  for (let folder = from; folder.startsWith(ROOT); folder = resolve(folder, '..')) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(join(place, 'package.json'))) return place;
  }
  return undefined;
}
