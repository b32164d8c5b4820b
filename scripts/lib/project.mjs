import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

export const WORKSPACES = ['contract', 'api', 'sandbox', 'web', 'demo', 'embedded-postgres', 'start'];

/** Reports and locks of the scripts, ignored by git. Outside node_modules, which `npm ci` empties. */
export const CACHE = join(ROOT, '.cache');
