import { createApp, shopJobs } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { openShop } from '../../shop.ts';

/** The shop without web pages, as a process that tests can kill. It prints 'listening' when it is ready. */
const config = readConfig(process.env);
const shop = await openShop({ config, databaseUrl: config.DATABASE_URL ?? '' });
if (config.ROLE !== 'web') await startWorker({ ...shop, jobs: shopJobs(shop) });
const app = await createApp(shop, { web: false });
await app.listen({ port: config.PORT, host: config.HOST });
process.stdout.write('listening\n');
