import { ensureInstalled } from '../lib/install.mjs';
import { main, stepper } from '../lib/progress.mjs';
import { runUntilStopped } from '../lib/run.mjs';
import { ensureServerBuilt } from '../lib/server-build.mjs';
import { ensureWebBuilt } from '../lib/web-build.mjs';

await main(async () => {
  const steps = stepper(4);
  await steps.run('Packages', ensureInstalled);
  await steps.run('Web app', ensureWebBuilt);
  await steps.run('Server', ensureServerBuilt);
  steps.announce('Starting the shop');
  return runUntilStopped('start/dist/start.js', process.argv.slice(2));
});
