import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** Only root can become somebody else, and only where that somebody may read the checkout. */
export const canRunAsNobody =
  process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], accountOf('nobody')).status === 0;

interface RunningModule {
  pid: number;
  /** What it printed first, or nothing if it ended without a word. */
  firstLine: string;
  kill(): Promise<void>;
}

/** Runs the text of a module in a process of its own, for what only another process or another account can show. */
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
  // A test that fails before it ends the process would leave it behind, and the run would wait for it for ever.
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
