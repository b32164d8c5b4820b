import { spawn } from 'node:child_process';
import { ROOT } from './lib-project.mjs';

// Long enough for a slow registry; without one nobody waits longer for the other checks than they take anyway.
const PATIENCE_MS = 20_000;

/** What `npm audit --json` has said: how many high and critical ones, or null when the registry did not answer. */
export function judgeAudit(output) {
  try {
    const { vulnerabilities } = JSON.parse(output).metadata;
    return { severe: vulnerabilities.high + vulnerabilities.critical };
  } catch {
    return null;
  }
}

/** Names each package with a known high or critical vulnerability. */
export const severeOnes = (output) =>
  Object.values(JSON.parse(output).vulnerabilities ?? {})
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, range }) => `  ${name} ${range} (${severity})`);

/** Asks the registry about every package that is installed; null when it does not answer in time. */
export function askRegistry(npm = 'npm') {
  return new Promise((resolve) => {
    const child = spawn(npm, ['audit', '--audit-level=high', '--json', '--fetch-retries=0'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    const timer = setTimeout(() => child.kill(), PATIENCE_MS);
    const end = () => {
      clearTimeout(timer);
      resolve(judgeAudit(output) ? output : null);
    };
    child.once('error', end).once('close', end);
  });
}
