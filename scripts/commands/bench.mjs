import { ensureInstalled } from '../lib/install.mjs';
import { main, stepper } from '../lib/progress.mjs';
import { runUntilStopped } from '../lib/run.mjs';
import { ensureServerBuilt } from '../lib/server-build.mjs';
import { ensureWebBuilt } from '../lib/web-build.mjs';

/** Runs a benchmark against the built server: `node scripts/commands/bench.mjs bench/reads.ts`. */
await main(async () => {
  const steps = stepper(4);
  await steps.run('Packages', ensureInstalled);
  await steps.run('Web app', ensureWebBuilt);
  await steps.run('Server', ensureServerBuilt);
  steps.announce('Running');
  return runUntilStopped(process.argv[2], process.argv.slice(3));
});
