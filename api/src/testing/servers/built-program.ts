import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../../.cache/servers');

// The compile cache saves a quarter of the start time of each server process.
const compiled = JSON.stringify(join(FOLDER, 'compiled'));
const KEEP_COMPILED = `process.getBuiltinModule('node:module').enableCompileCache(${compiled})`;
// No source maps, unlike `npm start`: reading them would cost the same time, and stacks name functions without them.
const FLAGS = ['--import', `data:text/javascript,${encodeURIComponent(KEEP_COMPILED)}`];

/** Returns the arguments for Node to run a built server or command. `npm test` builds them first. */
export const builtProgram = (name: string): string[] => [...FLAGS, join(FOLDER, `${name}.js`)];
