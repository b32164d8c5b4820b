import { createApp, shopJobs } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { openShop } from '../../shop.ts';

/** The shop without its pages, as a process that tests can kill. It says when it listens. */
const config = readConfig(process.env);
const shop = await openShop({ config, databaseUrl: config.DATABASE_URL ?? '' });
if (config.ROLE !== 'web') await startWorker({ ...shop, jobs: shopJobs(shop) });
const app = await createApp(shop, { web: false });
await app.listen({ port: config.PORT, host: config.HOST });
process.stdout.write('listening\n');
