import { ensureInstalled } from './lib-install.mjs';
import { main, stepper } from './lib-progress.mjs';
import { runUntilStopped } from './lib-run.mjs';
import { ensureWebBuilt } from './lib-web-build.mjs';

await main(async () => {
  const steps = stepper(3);
  await steps.run('Packages', ensureInstalled);
  await steps.run('Web app', ensureWebBuilt);
  steps.announce('Starting the shop');
  return runUntilStopped('start/src/start.ts', process.argv.slice(2));
});
