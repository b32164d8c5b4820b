import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** Only root can change its account, and the other account must be able to read the checkout. */
export const canRunAsNobody =
  process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], accountOf('nobody')).status === 0;

interface RunningModule {
  pid: number;
  /** Its first output, or nothing if it ended without output. */
  firstLine: string;
  kill(): Promise<void>;
}

/** Runs the source of a module in its own process, possibly under another account. */
export async function runModule(text: string, args: string[], user?: string): Promise<RunningModule> {
  const tsx = import.meta.resolve('tsx');
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', tsx, '--input-type=module', '--eval', text, ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(user ? accountOf(user) : {}),
    },
  );
  // A failed test would leave the process running, and the test run would wait for it.
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  return {
    pid: child.pid ?? Number.NaN,
    firstLine: value ?? '',
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

export function accountOf(user: string): { uid: number; gid: number } {
  const idOf = (which: '-u' | '-g') => Number(execFileSync('id', [which, user], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
