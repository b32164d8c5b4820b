import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../../.cache/servers');

// What one process has compiled the next need not, as with `npm start`: a quarter of what loading a server takes.
const compiled = JSON.stringify(join(FOLDER, 'compiled'));
const KEEP_COMPILED = `process.getBuiltinModule('node:module').enableCompileCache(${compiled})`;
// Without `npm start`'s source maps: reading them takes as much again, and a stack names functions without them.
const FLAGS = ['--import', `data:text/javascript,${encodeURIComponent(KEEP_COMPILED)}`];

/** What Node is given to run a server or a command in a process of its own, as `npm test` has built it before. */
export const builtProgram = (name: string): string[] => [...FLAGS, join(FOLDER, `${name}.js`)];
