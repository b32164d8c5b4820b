import { askRegistry, judgeAudit, severeOnes } from './lib-audit.mjs';
import { ensureInstalled } from './lib-install.mjs';
import { main, seconds } from './lib-progress.mjs';
import { capture } from './lib-run.mjs';

const CHECKS = [
  { name: 'types', tool: 'tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  { name: 'lint and format', tool: 'biome', args: ['check', '.'] },
  { name: 'boundaries', tool: 'scripts/check-boundaries.ts', args: [] },
];

await main(async () => {
  await ensureInstalled();
  const results = await Promise.all([...CHECKS.map(runCheck), checkDependencies()]);
  return results.every((isGood) => isGood) ? 0 : 1;
});

async function runCheck({ name, tool, args }) {
  const startedAt = performance.now();
  const { code, output } = await capture(tool, args);
  const isGood = code === 0;
  if (!isGood) process.stderr.write(output);
  console.log(`${isGood ? '✔' : '✘'} ${name} (${seconds(performance.now() - startedAt)})`);
  return isGood;
}

/** Known vulnerabilities make it fail; a registry that does not answer is said, and no reason not to go on. */
async function checkDependencies() {
  const output = await askRegistry();
  const verdict = output === null ? null : judgeAudit(output);
  if (!verdict) console.log('– dependencies: the registry did not answer, known vulnerabilities were not looked up');
  else if (verdict.severe === 0) console.log('✔ dependencies: none with a known high vulnerability');
  else console.log(`✘ dependencies: known high vulnerabilities\n${severeOnes(output).join('\n')}`);
  return !verdict || verdict.severe === 0;
}
