import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const NOWHERE = '/nowhere';

it.each(['deploy/local-cluster/start.ts', 'deploy/local-cluster/test/cluster-test.ts'])(
  '%s names all that the machine lacks, in one sentence',
  async (file) => {
    const env = { ...process.env, NGINX: NOWHERE, PGBOUNCER: NOWHERE, POSTGRES_BIN: NOWHERE };
    const failure = await promisify(execFile)(process.execPath, ['--import', 'tsx', file], { cwd: ROOT, env }).catch(
      ({ code, stderr }) => ({ code, stderr }),
    );
    expect(failure).toEqual({
      code: 1,
      stderr:
        'This machine lacks PostgreSQL ≥ 15 (POSTGRES_BIN names its bin folder), nginx (NGINX names it), ' +
        'PgBouncer ≥ 1.21 (PGBOUNCER names it).\n',
    });
  },
);
