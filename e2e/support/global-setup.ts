import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtProgram } from '../../api/src/testing/servers/built-program.ts';
import { ensureTestProgramsBuilt } from '../../scripts/lib/server-build.mjs';
import { launchOptions } from './chromium.ts';

/** Starts one PostgreSQL for the run. Prepares Chromium and the builds once, before parallel workers need them. */
export default async function setup(): Promise<() => Promise<void>> {
  await launchOptions();
  await ensureTestProgramsBuilt();
  const postgres = spawn(process.execPath, builtProgram('e2e-postgres'), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const [environment] = await once(postgres, 'message');
  Object.assign(process.env, environment);
  return async () => {
    postgres.send('stop');
    await once(postgres, 'exit');
  };
}
