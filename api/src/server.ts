import { startServer } from './startup/start-server.ts';

await startServer(process.env, {});
