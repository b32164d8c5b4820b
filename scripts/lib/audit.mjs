import { spawn } from 'node:child_process';
import { ROOT } from './project.mjs';

// Long enough for a slow registry, and not longer than the other checks take.
const PATIENCE_MS = 20_000;

/** The number of high and critical vulnerabilities, or null if the registry did not answer. */
function judgeAudit(output) {
  try {
    const { vulnerabilities } = JSON.parse(output).metadata;
    return { severe: vulnerabilities.high + vulnerabilities.critical };
  } catch {
    return null;
  }
}

/** Names the packages with known high or critical vulnerabilities. */
const severeOnes = (output) =>
  Object.values(JSON.parse(output).vulnerabilities ?? {})
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, range }) => `  ${name} ${range} (${severity})`);

/** Asks the registry about all installed packages; null if it does not answer in time. */
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

/** Known vulnerabilities fail the check. A registry that does not answer is only reported. */
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
