import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const LIVE = { RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 's', RAZORPAY_WEBHOOK_SECRET: 'w' };
const KEY = `k1:${Buffer.alloc(32).toString('base64')}`;
const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', VAULT_KEYS: KEY };

describe('configuration', () => {
  it('starts from nothing, with the sandbox', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      PORT: 3000,
      publicUrl: 'http://localhost:3000',
      paymentProvider: 'sandbox',
      DEVELOPMENT_NOTICE: true,
    });
  });

  it('names every wrong variable at once', () => {
    const read = () => readConfig({ PORT: 'many', DATABASE_URL: 'mysql://x', DEVELOPMENT_NOTICE: 'perhaps' });
    expect(read).toThrow(/PORT: /);
    expect(read).toThrow(/DATABASE_URL: must be a URL starting with postgres:\/\/ or postgresql:\/\//);
    expect(read).toThrow(/DEVELOPMENT_NOTICE: /);
  });

  it('takes an empty variable for an unset one', () => {
    expect(readConfig({ DATABASE_URL: '', RAZORPAY_KEY_ID: '' })).toMatchObject({ paymentProvider: 'sandbox' });
  });

  it('refuses production without payment keys unless the sandbox is asked for by name', () => {
    expect(() => readConfig(PRODUCTION)).toThrow(/PAYMENT_PROVIDER: set the three RAZORPAY_ keys, or ask for test/);
    expect(readConfig({ ...PRODUCTION, PAYMENT_PROVIDER: 'sandbox' }).paymentProvider).toBe('sandbox');
    expect(readConfig({ ...PRODUCTION, ...LIVE }).paymentProvider).toBe('razorpay');
  });

  it('refuses production without the keys of the vault and without its address', () => {
    const read = () => readConfig({ NODE_ENV: 'production', ...LIVE });
    expect(read).toThrow(/VAULT_KEYS: codes are encrypted with these keys/);
    expect(read).toThrow(/PUBLIC_URL: /);
  });

  it('refuses half of a pair of keys', () => {
    expect(() => readConfig({ RAZORPAY_KEY_ID: 'rzp_test_x' })).toThrow(/live payments need/);
    expect(() => readConfig({ S3_BUCKET: 'images' })).toThrow(/S3_BUCKET: needs S3_ENDPOINT/);
  });
});
