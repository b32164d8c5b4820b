import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { launchOptions } from './chromium.ts';

/** One PostgreSQL for the run, and Chromium unpacked once, before the workers would do it at the same time. */
export default async function setup(): Promise<() => Promise<void>> {
  await launchOptions();
  const postgres = fork(join(import.meta.dirname, 'postgres-process.ts'), { execArgv: ['--import', 'tsx'] });
  const [environment] = await once(postgres, 'message');
  Object.assign(process.env, environment);
  return async () => {
    postgres.send('stop');
    await once(postgres, 'exit');
  };
}
