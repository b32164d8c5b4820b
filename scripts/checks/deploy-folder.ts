import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeployFile } from './deploy-check.ts';

/** Reads the deployment files. */
export const readDeployFiles = (root: string): DeployFile[] =>
  readdirSync(join(root, 'deploy'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path === 'compose.yaml' || (path.startsWith('kubernetes/') && path.endsWith('.yaml')))
    .map((path) => ({ path, text: readFileSync(join(root, 'deploy', path), 'utf8') }));
