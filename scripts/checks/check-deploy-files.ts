import { resolve } from 'node:path';
import { findDeployMistakes } from './deploy-check.ts';
import { readDeployFiles } from './deploy-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const mistakes = await findDeployMistakes(root, readDeployFiles(root));
for (const mistake of mistakes) console.error(mistake);
process.exitCode = mistakes.length > 0 ? 1 : 0;
