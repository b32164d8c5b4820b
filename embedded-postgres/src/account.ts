import { execFile } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartupError } from './startup-error.ts';

/** The account that runs PostgreSQL if our own account cannot. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. Root therefore starts it under the owner of the data folder, or, if that is root too, under
 * `nobody`, which every system has. `undefined` means our own account.
 */
export async function chooseAccount(folders: string[]): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const folder of folders) {
    const owner = await stat(folder).catch(() => undefined);
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  }
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

export async function chownTo(account: Account | undefined, path: string): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}

async function idOf(which: '-u' | '-g'): Promise<number> {
  try {
    const { stdout } = await promisify(execFile)('id', [which, 'nobody']);
    return Number(stdout);
  } catch {
    throw new StartupError(
      'PostgreSQL does not run as root and this machine has no account named nobody: ' +
        'start the shop as an ordinary user, or set DATABASE_URL.',
    );
  }
}
