import { once } from 'node:events';
import { readConfig } from '../../api/src/config.ts';
import { randomPassword } from '../../api/src/features/accounts/passwords/random-password.ts';
import { closeShop, openShop } from '../../api/src/shop.ts';
import { createMailbox } from '../../api/src/testing/mails/mailbox.ts';
import { listDemoPayments } from '../../demo/src/demo.queries.ts';
import { seedDemo } from '../../demo/src/seed-demo.ts';
import { insertPastPayments } from '../../sandbox/src/payments/payments.queries.ts';
import { openCluster } from './cluster.ts';
import { sayWhatIsMissing } from './programs.ts';

/** Runs a deployment with the demo on this machine until Ctrl-C: `npm run cluster`. */
const say = (line: string) => console.log(line);
const mailbox = await createMailbox();
const pooled = process.env.POOLED !== 'no';
const port = Number(process.env.PORT ?? 8080);
const cluster = await openCluster({ pooled, smtpUrl: mailbox.url, say, port }).catch(sayWhatIsMissing);
try {
  const shop = await openShop({ config: readConfig(cluster.settings), databaseUrl: cluster.database.url });
  const admin = { email: 'admin@example.com', password: randomPassword() };
  try {
    await seedDemo(shop, { admin, withCatalogue: true, say });
    await insertPastPayments(shop.pool, await listDemoPayments(shop.db));
  } finally {
    await closeShop(shop);
  }
  say(`\nThe shop is open at ${cluster.url}, administrator ${admin.email}, password ${admin.password}`);
  say(`Logs are in ${cluster.folder}; Ctrl-C stops everything and throws it away.`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
} finally {
  await cluster.stop();
  await mailbox.close();
}
