export const KEY_SECRET = 'bench key secret';

type Place = { port: number; providerPort: number; dataDir: string; databaseUrl: string };

/** Starts a web process without rate limits that uses the provider stub. */
export const soldByStub = ({ port, providerPort, dataDir, databaseUrl }: Place) => ({
  NODE_ENV: 'test',
  PORT: String(port),
  HOST: '127.0.0.1',
  ROLE: 'web',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  RATE_LIMIT_FACTOR: '1000000',
  LOG_LEVEL: 'error',
  ADMIN_PORT: 'off',
  PAYMENT_PROVIDER: 'sandbox',
  SANDBOX_URL: `http://127.0.0.1:${providerPort}`,
  RAZORPAY_KEY_ID: 'rzp_test_bench',
  RAZORPAY_KEY_SECRET: KEY_SECRET,
  RAZORPAY_WEBHOOK_SECRET: 'bench webhook secret',
});
