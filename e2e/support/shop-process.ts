import { sendBackInStockMails } from '../../api/src/features/catalogue/stock-alerts/back-in-stock.service.ts';
import { appCode } from '../../api/src/testing/clients/second-factor.ts';
import { testPayments } from '../../api/src/testing/clients/test-payments.ts';
import { signedInClient } from '../../api/src/testing/clients/test-sessions.ts';
import { buildPictures, buildProduct, buildUser } from '../../api/src/testing/data/builders.ts';
import { createMailbox } from '../../api/src/testing/mails/mailbox.ts';
import { openTestShop } from '../../api/src/testing/test-shop.ts';

/** Runs a complete shop in its own process. Tests prepare and inspect it by messages. */
const mailbox = await createMailbox();
const shop = await openTestShop(
  { SMTP_URL: mailbox.url, SANDBOX_FAULTS: 'on', ...JSON.parse(process.env.SHOP_ENV ?? '{}') },
  { web: true, worker: true },
);
const payments = testPayments(shop);

const actions = {
  buildUser: (overrides: Parameters<typeof buildUser>[1]) => buildUser(shop, overrides),
  /** Creates a user and returns the cookies of a signed-in browser. */
  openSession: async (overrides: Parameters<typeof buildUser>[1]) => {
    const { user, cookies } = await signedInClient(shop, shop.url, overrides);
    return { user, cookies: [...cookies].map(([name, value]) => ({ name, value })) };
  },
  buildProduct: (overrides: Parameters<typeof buildProduct>[1]) => buildProduct(shop, overrides),
  buildPictures: (pictures: Parameters<typeof buildPictures>[1]) => buildPictures(shop, pictures),
  /** Pays at the provider and holds back its events: the money is captured, but the shop does not know it yet. */
  payWithoutEvent: async (providerOrderId: string) => {
    await payments.plan('webhook:*', 'hold', { times: 2 });
    await payments.payByCard(providerOrderId);
  },
  /** Sets the delay after which the next late UPI payment is confirmed. */
  confirmLater: (ms: number) => payments.plan('late-capture', `delay:${ms}`),
  /** The bank confirms the payment, and the provider sends its event. */
  capture: (providerOrderId: string) => payments.capture(providerOrderId),
  /** The bank authorises the payment, but it is not captured. */
  authorise: (providerOrderId: string) => payments.authorise(providerOrderId, { webhook: false }),
  releaseEvents: () => payments.releaseEvents(),
  /** The captured and refunded amounts of an order at the provider, in paise. */
  ledgerOf: async (providerOrderId: string) => (await payments.ledger()).byOrder[providerOrderId],
  /** The current one-time code of an authenticator app. */
  appCode: async (secret: string) => appCode(secret, shop.clock.now()),
  advanceClock: async (ms: number) => shop.clock.advance(ms),
  /** Runs the job that the shop runs once a minute. */
  sendBackInStockMails: () => sendBackInStockMails(shop.db, shop.clock.now()),
  mailsTo: (address: string) => mailbox.waitForMailTo(address),
  query: async (sql: string) => (await shop.pool.query(sql)).rows,
};
export type ShopActions = typeof actions;

type Message = { id: number; action: keyof ShopActions; input: never };
process.on('message', async ({ id, action, input }: Message) => {
  try {
    process.send?.({ id, result: await actions[action](input) });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
});
process.on('disconnect', async () => {
  await shop.close();
  await mailbox.close();
  process.exit(0);
});
process.send?.({ url: shop.url });
