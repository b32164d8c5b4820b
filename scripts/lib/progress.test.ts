import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('a system error is one sentence with the folder’s owner', async () => {
  const script = `
    import { mkdirSync } from 'node:fs';
    import { main } from ${JSON.stringify(join(import.meta.dirname, 'progress.mjs'))};
    await main(async () => mkdirSync('/dev/null/made'));`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^ENOTDIR: not a directory, mkdir '\/dev\/null\/made'\. .* needs free space and .*\n$/,
    ),
  });
});
