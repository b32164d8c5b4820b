import setup from '../../api/src/testing/global-setup.ts';

/** The test PostgreSQL in a process of its own: Playwright's loader never sees the server's sources. */
const stop = await setup();
const { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE } = process.env;
process.send?.({ TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE });
process.once('message', async () => {
  await stop();
  process.exit(0);
});
