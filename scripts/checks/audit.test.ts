import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkDependencies } from '../lib/audit.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that answers instead of npm. */
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

it('the audit fails on known high vulnerabilities and names them', async () => {
  const { isGood, text } = await checkDependencies(npmThatSays(answered(1), 1));
  expect([isGood, text]).toEqual([false, '✘ dependencies: known high vulnerabilities\n  left-pad <1.3.1 (high)']);
});

it('the audit passes with low vulnerabilities', async () => {
  expect(await checkDependencies(npmThatSays(answered(0), 0))).toEqual({
    isGood: true,
    text: '✔ dependencies: none with a known high vulnerability',
  });
});

it.each([
  [
    'an error of the registry',
    () => npmThatSays('{ "message": "request failed", "error": { "code": "ENOTFOUND" } }', 1),
  ],
  ['nothing', () => npmThatSays('', 1)],
  ['a missing npm', () => join(folder, 'not-there')],
])('the audit reports %s as no answer', async (_, npm) => {
  const { isGood, text } = await checkDependencies(npm());
  expect([isGood, text]).toEqual([true, expect.stringContaining('the registry did not answer')]);
});
