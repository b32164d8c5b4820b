import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { StartupError } from '../platform/startup-error.ts';
import { openShop } from '../shop.ts';

it('a data folder that cannot be created fails the start with a sentence', async () => {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: '/dev/null/data' });
  const refusal = await openShop({ config, databaseUrl: 'postgres://127.0.0.1:1/shop' }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartupError);
  expect(refusal.message).toBe('The data folder /dev/null/data cannot be created: not a directory.');
});
