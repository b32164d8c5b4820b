import { ensureInstalled } from './lib-install.mjs';
import { main, stepper } from './lib-progress.mjs';
import { ensureWebBuilt } from './lib-web-build.mjs';

await main(async () => {
  const steps = stepper(2);
  await steps.run('Packages', ensureInstalled);
  await steps.run('Web app', ensureWebBuilt);
  return 0;
});
