import { ensureInstalled } from '../lib/install.mjs';
import { main, stepper } from '../lib/progress.mjs';
import { runUntilStopped } from '../lib/run.mjs';

await main(async () => {
  const steps = stepper(2);
  await steps.run('Packages', ensureInstalled);
  steps.announce('Starting the shop, which reloads on change');
  return runUntilStopped('tsx', ['watch', '--clear-screen=false', 'start/src/start.ts'], {
    env: { WEB_DEV: '1', DRAIN_SECONDS: '0' },
  });
});
