import { spawn } from 'node:child_process';
import { ROOT } from './project.mjs';

// Long enough for a slow registry; without one nobody waits longer for the other checks than they take anyway.
const PATIENCE_MS = 20_000;

/** How many high and critical ones `npm audit --json` has told of, or null when the registry did not answer. */
function judgeAudit(output) {
  try {
    const { vulnerabilities } = JSON.parse(output).metadata;
    return { severe: vulnerabilities.high + vulnerabilities.critical };
  } catch {
    return null;
  }
}

/** Names each package with a known high or critical vulnerability. */
const severeOnes = (output) =>
  Object.values(JSON.parse(output).vulnerabilities ?? {})
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, range }) => `  ${name} ${range} (${severity})`);

/** Asks the registry about every package that is installed; null when it does not answer in time. */
function askRegistry(npm) {
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

/** Known vulnerabilities are a reason to fail; a registry that does not answer is said, and no reason not to go on. */
export async function checkDependencies(npm = 'npm') {
  const output = await askRegistry(npm);
  const verdict = output === null ? null : judgeAudit(output);
  if (!verdict)
    return {
      isGood: true,
      text: '– dependencies: the registry did not answer, known vulnerabilities were not looked up',
    };
  if (verdict.severe === 0) return { isGood: true, text: '✔ dependencies: none with a known high vulnerability' };
  return { isGood: false, text: `✘ dependencies: known high vulnerabilities\n${severeOnes(output).join('\n')}` };
}
