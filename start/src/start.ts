import { startServer } from '@shop/api/startup/start-server';
import { listDemoPayments } from '@shop/demo/demo.queries';
import { seedFirstStart } from './seed-first-start.ts';

await startServer(process.env, { seed: seedFirstStart, listPastPayments: listDemoPayments });
