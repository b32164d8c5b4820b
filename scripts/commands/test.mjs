import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../lib/chromium.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { main, stepper } from '../lib/progress.mjs';
import { CACHE } from '../lib/project.mjs';
import { run } from '../lib/run.mjs';
import { withScratchInMemory } from '../lib/scratch.mjs';
import { ensureTestProgramsBuilt } from '../lib/server-build.mjs';
import { ensureWebBuilt } from '../lib/web-build.mjs';

/** `npm test` runs everything, `npm test -- orders` matching files, `npm test -- e2e/buy` matching browser tests. */
const args = process.argv.slice(2);
const filters = args.filter((argument) => !argument.startsWith('-'));
const isFiltered = filters.length > 0;
const wantsBrowser = !isFiltered || filters.some((filter) => filter.startsWith('e2e'));
const wantsVitest = !isFiltered || filters.some((filter) => !filter.startsWith('e2e'));

const totals = { passed: 0, failed: 0 };

const STAGES = [
  { title: 'Types, lint, format, boundaries', isWanted: !isFiltered, work: validate },
  { title: 'Web app', isWanted: true, work: ensureWebBuilt },
  { title: 'Servers', isWanted: wantsVitest, work: ensureTestProgramsBuilt },
  { title: 'Unit and API tests', isWanted: wantsVitest, work: runVitest },
  { title: 'Browser tests', isWanted: wantsBrowser, work: runPlaywright },
].filter((stage) => stage.isWanted);

await main(() => withScratchInMemory(runStages));

async function runStages() {
  const steps = stepper(STAGES.length + 1);
  mkdirSync(CACHE, { recursive: true });
  try {
    // A missing browser is reported before the other stages run.
    if (wantsBrowser) findChromium();
    await steps.run('Packages', ensureInstalled);
    for (const { title, work } of STAGES) {
      await steps.run(title, work);
      if (totals.failed > 0) {
        console.log(`Stopped: ${title} failed.`);
        break;
      }
    }
  } catch (error) {
    totals.failed += 1;
    throw error;
  } finally {
    if (totals.passed + totals.failed === 0) console.log('No test ran.');
    console.log(`${totals.passed} passed, ${totals.failed} failed`);
  }
  return totals.passed > 0 && totals.failed === 0 ? 0 : 1;
}

async function validate() {
  const code = await run('scripts/commands/validate.mjs', []);
  return record(code, { passed: 0, failed: 0 });
}

async function runVitest() {
  const report = reportFile('vitest.json');
  const chosen = args.filter((argument) => !argument.startsWith('e2e'));
  const code = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...chosen,
  ]);
  const results = read(report);
  return record(code, { passed: results?.numPassedTests ?? 0, failed: results?.numFailedTests ?? 0 });
}

async function runPlaywright() {
  const report = reportFile('playwright.json');
  const chosen = args.filter((argument) => argument.startsWith('e2e') || argument.startsWith('-'));
  const code = await run('playwright', ['test', '--reporter=list,json', ...chosen], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const stats = read(report)?.stats;
  return record(code, { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0 });
}

/** A stage that fails without a failed test, for example in its setup, counts as one failure. */
function record(code, { passed, failed }) {
  const failures = code === 0 ? failed : Math.max(failed, 1);
  totals.passed += passed;
  totals.failed += failures;
  return failures === 0 ? 'passed' : 'FAILED';
}

/** Deletes the old report, which must not stand for a run that wrote none. */
function reportFile(name) {
  const file = join(CACHE, name);
  rmSync(file, { force: true });
  return file;
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
