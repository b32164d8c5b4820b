import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askRegistry, judgeAudit, severeOnes } from './lib-audit.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Something that answers in the place of npm. */
function npmThatSays(output: string, code: number): string {
  const file = join(folder, `npm-${code}-${output.length}`);
  writeFileSync(file, `#!/bin/sh\ncat <<'END'\n${output}\nEND\nexit ${code}\n`);
  chmodSync(file, 0o755);
  return file;
}

const answered = (high: number) =>
  JSON.stringify({
    vulnerabilities: high > 0 ? { 'left-pad': { name: 'left-pad', severity: 'high', range: '<1.3.1' } } : {},
    metadata: { vulnerabilities: { info: 0, low: 3, moderate: 2, high, critical: 0 } },
  });

it('tells known high vulnerabilities by name', async () => {
  const output = await askRegistry(npmThatSays(answered(1), 1));
  expect(judgeAudit(output ?? '')).toEqual({ severe: 1 });
  expect(severeOnes(output ?? '')).toEqual(['  left-pad <1.3.1 (high)']);
});

it('finds nothing wrong with low ones', async () => {
  expect(judgeAudit((await askRegistry(npmThatSays(answered(0), 0))) ?? '')).toEqual({ severe: 0 });
});

it.each([
  ['an error of the registry', '{ "message": "request failed", "error": { "code": "ENOTFOUND" } }', 1],
  ['nothing', '', 1],
])('takes %s for no answer', async (_, output, code) => {
  expect(await askRegistry(npmThatSays(output, code))).toBeNull();
});

it('takes a missing npm for no answer', async () => {
  expect(await askRegistry(join(folder, 'not-there'))).toBeNull();
});
