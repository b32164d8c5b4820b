import { startServer } from '@shop/api/startup/start-server';
import { listDemoPayments } from '@shop/demo/demo.queries';
import { locateDatabase } from './locate-database.ts';
import { seedFirstStart } from './seed-first-start.ts';

await startServer(process.env, { locateDatabase, seed: seedFirstStart, listPastPayments: listDemoPayments });
