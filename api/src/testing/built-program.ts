import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../.cache/servers');

/** What Node is given to run a server or a command in a process of its own, as `npm test` has built it before. */
export const builtProgram = (name: string): string[] => ['--enable-source-maps', join(FOLDER, `${name}.js`)];
