import { checkDependencies } from '../lib/audit.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { main, seconds } from '../lib/progress.mjs';
import { capture } from '../lib/run.mjs';

const CHECKS = [
  { name: 'types', tool: 'tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  { name: 'lint and format', tool: 'biome', args: ['check', '.'] },
  { name: 'boundaries', tool: 'scripts/checks/check-boundaries.ts', args: [] },
  { name: 'deploy files', tool: 'scripts/checks/check-deploy-files.ts', args: [] },
];

await main(async () => {
  await ensureInstalled();
  const results = await Promise.all([...CHECKS.map(runCheck), audit()]);
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

async function audit() {
  const { isGood, text } = await checkDependencies();
  console.log(text);
  return isGood;
}
