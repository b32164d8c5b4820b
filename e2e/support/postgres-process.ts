import setup from '../../api/src/testing/global-setup.ts';

/** Runs the test PostgreSQL in its own process, so that Playwright's loader does not transform the server's sources. */
const stop = await setup();
const { TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE } = process.env;
process.send?.({ TEST_DATABASE_URL, TEST_DATABASE_TEMPLATE });
process.once('message', async () => {
  await stop();
  process.exit(0);
});
