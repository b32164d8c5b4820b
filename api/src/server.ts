import { configuredDatabase } from './startup/open-database.ts';
import { startServer } from './startup/start-server.ts';

await startServer(process.env, { locateDatabase: configuredDatabase });
