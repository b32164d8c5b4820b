import { describe, expect, it } from 'vitest';
import { warningsOf } from '../config.rules.ts';
import { readConfig } from '../config.ts';

const LIVE = { RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 's', RAZORPAY_WEBHOOK_SECRET: 'w' };
const KEY = `k1:${Buffer.alloc(32).toString('base64')}`;
const SMTP_URL = 'smtp://mail.example';
const MAIL_FROM = 'Shop <shop@shop.example>';
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  VAULT_KEYS: KEY,
  SMTP_URL,
  MAIL_FROM,
  SUPPORT_EMAIL: 'help@shop.example',
};

describe('configuration', () => {
  it('an empty environment is valid and uses the sandbox', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      PORT: 3000,
      publicUrl: 'http://localhost:3000',
      paymentProvider: 'sandbox',
      DEVELOPMENT_NOTICE: true,
      drainMs: 5_000,
    });
  });

  it('the error names every wrong variable', () => {
    const read = () => readConfig({ PORT: 'many', DATABASE_URL: 'mysql://x', DEVELOPMENT_NOTICE: 'perhaps' });
    expect(read).toThrow(/PORT: /);
    expect(read).toThrow(/DATABASE_URL: must be a URL starting with postgres:\/\/ or postgresql:\/\//);
    expect(read).toThrow(/DEVELOPMENT_NOTICE: /);
  });

  it('the error names malformed and missing variables together', () => {
    const read = () =>
      readConfig({ NODE_ENV: 'production', PORT: 'many', SMTP_URL: 'mail', ADMIN_PASSWORD: 'password' });
    for (const variable of ['PORT', 'SMTP_URL', 'ADMIN_PASSWORD', 'VAULT_KEYS', 'PUBLIC_URL', 'PAYMENT_PROVIDER'])
      expect(read).toThrow(new RegExp(`^  ${variable}: `, 'm'));
    expect(read).toThrow(/^ {2}SMTP_URL: must be a URL/m);
  });

  it('several replicas are valid, and each must be a PostgreSQL URL', () => {
    const replicas = 'postgres://a.example/shop, postgres://b.example/shop';
    expect(readConfig({ DATABASE_REPLICA_URL: replicas }).DATABASE_REPLICA_URL).toEqual(replicas.split(', '));
    const read = () => readConfig({ DATABASE_REPLICA_URL: `${replicas}, b.example` });
    expect(read).toThrow(/^ {2}DATABASE_REPLICA_URL: must be a URL starting with postgres:\/\//m);
  });

  it('an empty variable counts as unset', () => {
    const blank = { DATABASE_URL: '', RAZORPAY_KEY_ID: '', PORT: ' ' };
    expect(readConfig(blank)).toMatchObject({ paymentProvider: 'sandbox', PORT: 3000 });
  });

  it('URLs are normalized, and a PUBLIC_URL with a path is refused', () => {
    const address = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL });
    expect(address('HTTPS://Shop.Example/')).toMatchObject({ publicUrl: 'https://shop.example', isHttps: true });
    for (const wrong of ['https://shop.example/shop', 'https://shop.example/?a', 'https://a:b@shop.example'])
      expect(() => address(wrong), wrong).toThrow(/PUBLIC_URL: must be the shop alone, such as/);
    expect(() => address('shop')).toThrow(/PUBLIC_URL: must be a URL/);
    for (const nowhere of ['smtp://', 'smtp:mail.example'])
      expect(() => readConfig({ SMTP_URL: nowhere }), nowhere).toThrow(/SMTP_URL: must name the mail server/);
  });

  it.each(['DATABASE_TIMEOUT_FACTOR', 'REQUEST_TIMEOUT_FACTOR'])(
    'a %s that overflows or empties a timer is refused',
    (factor) => {
      expect(readConfig({ [factor]: '100' })).toMatchObject({ [factor]: 100 });
      for (const wrong of ['1000000', '0.00001']) expect(() => readConfig({ [factor]: wrong })).toThrow(`${factor}: `);
    },
  );

  it.each(['RATE_LIMIT_FACTOR', 'CODES_SHOWN_PER_HOUR'])('a %s of zero or less is refused', (limit) => {
    for (const wrong of ['0', '-1']) expect(() => readConfig({ [limit]: wrong })).toThrow(`${limit}: `);
  });

  it('production requires a second factor of admins by default', () => {
    const isAsked = (env: object) => readConfig({ ...env }).requiresSecondFactor;
    const live = { ...PRODUCTION, ...LIVE };
    expect([isAsked({}), isAsked(live), isAsked({ ...live, REQUIRE_SECOND_FACTOR: 'off' })]).toEqual([
      false,
      true,
      false,
    ]);
    expect(isAsked({ REQUIRE_SECOND_FACTOR: 'on' })).toBe(true);
  });

  it('production needs payment keys or PAYMENT_PROVIDER=sandbox', () => {
    expect(() => readConfig(PRODUCTION)).toThrow(/PAYMENT_PROVIDER: set the three RAZORPAY_ keys, or ask for test/);
    expect(readConfig({ ...PRODUCTION, PAYMENT_PROVIDER: 'sandbox' }).paymentProvider).toBe('sandbox');
    expect(readConfig({ ...PRODUCTION, ...LIVE }).paymentProvider).toBe('razorpay');
  });

  it('production needs VAULT_KEYS and PUBLIC_URL', () => {
    const read = () => readConfig({ NODE_ENV: 'production', ...LIVE });
    expect(read).toThrow(/VAULT_KEYS: codes are encrypted with these keys/);
    expect(read).toThrow(/PUBLIC_URL: /);
  });

  it('VAULT_KEYS with a duplicate name or key is refused', () => {
    const other = Buffer.alloc(32, 1).toString('base64');
    const ring = (...keys: string[]) => readConfig({ VAULT_KEYS: keys.join(',') }).VAULT_KEYS;
    expect(ring(`k2:${other}`, KEY)).toBe(`k2:${other},${KEY}`);
    expect(() => ring(`k1:${other}`, KEY)).toThrow(/^ {2}VAULT_KEYS: two keys have one name; name the new one/m);
    expect(() => ring(KEY.replace('k1', 'k2'), KEY)).toThrow(/^ {2}VAULT_KEYS: one key has two names; leave out/m);
    // The last base64 letter of 32 bytes has two unused bits, so one key has four spellings.
    expect(() => ring(KEY.replace('k1', 'k2').replace('A=', 'B='), KEY)).toThrow(/VAULT_KEYS: one key has two names/);
    expect(() => ring('k1:short', 'k1:short')).toThrow(/VAULT_KEYS: must be id:base64/);
  });

  it('production needs SMTP_URL or MAIL_TRANSPORT=files', () => {
    const unmailed = { ...PRODUCTION, ...LIVE, SMTP_URL: '' };
    expect(() => readConfig(unmailed)).toThrow(
      /SMTP_URL: mails carry codes .* or ask for files by name with MAIL_TRANSPORT=files/,
    );
    expect(readConfig({ ...unmailed, MAIL_TRANSPORT: 'files' }).mail).toBe('files');
    expect(readConfig({ ...PRODUCTION, ...LIVE }).mail).toBe('smtp');
    expect(readConfig({ SMTP_URL, MAIL_TRANSPORT: 'files' }).mail).toBe('files');
    expect(readConfig({}).mail).toBe('files');
    // Login shells set MAIL to the mailbox of the user.
    expect(readConfig({ MAIL: '/var/mail/asha' }).mail).toBe('files');
    expect(() => readConfig({ MAIL_TRANSPORT: 'smtp' })).toThrow(/SMTP_URL: MAIL_TRANSPORT=smtp needs it/);
  });

  it('MAIL_FROM must be one address', () => {
    const from = (text: string) => readConfig({ MAIL_FROM: text }).MAIL_FROM;
    expect([from('shop@shop.example'), from(MAIL_FROM)]).toEqual(['shop@shop.example', MAIL_FROM]);
    for (const wrong of ['My Shop', 'My Shop <shop>', 'shop@', 'a@shop.example, b@shop.example'])
      expect(() => from(wrong), wrong).toThrow(/MAIL_FROM: must be an address, such as My Shop <shop@example\.com>/);
    expect(readConfig({ ...PRODUCTION, ...LIVE, MAIL_FROM: '' }).MAIL_FROM).toContain('<no-reply@shop.example>');
  });

  it('production has no demo data by default, and never with live payment keys', () => {
    expect(readConfig({}).seedsDemo).toBe(true);
    expect(readConfig({ SEED_DEMO: 'off' }).seedsDemo).toBe(false);
    expect(readConfig({ DATABASE_URL: 'postgres://db/shop' }).seedsDemo).toBe(false);
    expect(readConfig({ ...PRODUCTION, ...LIVE }).seedsDemo).toBe(false);
    const demo = { ...PRODUCTION, SEED_DEMO: 'true' };
    expect(readConfig({ ...demo, PAYMENT_PROVIDER: 'sandbox' }).seedsDemo).toBe(true);
    expect(readConfig({ ...demo, ...LIVE, RAZORPAY_KEY_ID: 'rzp_test_x' }).seedsDemo).toBe(true);
    expect(() => readConfig({ ...demo, ...LIVE })).toThrow(/SEED_DEMO: the demo's codes are worth nothing/);
  });

  it.each([
    ['password', 'Must contain at least one uppercase letter'],
    ['Ab1!', 'Password must be at least 8 characters'],
    ['Password1!', 'is among the first that anybody tries'],
    ['P@ssw0rd2026!', 'is among the first that anybody tries'],
    ['Admin@123', 'is among the first that anybody tries'],
    ['Secret@2026', 'is among the first that anybody tries'],
  ])('ADMIN_PASSWORD %s is refused', (ADMIN_PASSWORD, reason) => {
    expect(() => readConfig({ ADMIN_PASSWORD })).toThrow(`ADMIN_PASSWORD: ${reason}`);
  });

  it('a strong ADMIN_PASSWORD is valid', () => {
    expect(readConfig({ ADMIN_PASSWORD: 'Correct.Horse.9' }).ADMIN_PASSWORD).toBe('Correct.Horse.9');
  });

  it('TRUST_PROXY is a number of proxies or their networks', () => {
    const proxies = (TRUST_PROXY?: string) => readConfig({ TRUST_PROXY }).TRUST_PROXY;
    expect([proxies(), proxies('off'), proxies('on'), proxies('2')]).toEqual([0, 0, 1, 2]);
    expect(proxies('10.0.0.0/8, fd00::/8,192.0.2.1')).toEqual(['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);
    for (const wrong of ['everybody', '10.0.0.0/33', '10.0.0.0/8,proxy', '10.0.0.0/'])
      expect(() => proxies(wrong)).toThrow(/TRUST_PROXY: must be on, off, a number of proxies, or their networks/);
  });

  it('ADMIN_PORT is a port or off, and ADMIN_HOST is this machine by default', () => {
    expect(readConfig({}).ADMIN_PORT).toBeUndefined();
    expect(readConfig({}).ADMIN_HOST).toBe('127.0.0.1');
    expect(readConfig({ ADMIN_PORT: 'off' }).ADMIN_PORT).toBe('off');
    expect(readConfig({ ADMIN_PORT: '9100', ADMIN_HOST: '0.0.0.0' })).toMatchObject({
      ADMIN_PORT: 9100,
      ADMIN_HOST: '0.0.0.0',
    });
    expect(() => readConfig({ ADMIN_PORT: 'somewhere' })).toThrow(/ADMIN_PORT: /);
  });

  it('risky settings in production cause warnings', () => {
    expect(warningsOf(readConfig({}))).toEqual([]);
    expect(warningsOf(readConfig({ ...PRODUCTION, ...LIVE }))).toEqual([]);
    expect(warningsOf(readConfig({ ...PRODUCTION, ...LIVE, SUPPORT_EMAIL: '' }))).toEqual([
      expect.stringContaining('SUPPORT_EMAIL'),
    ]);
    const trial = { ...PRODUCTION, SMTP_URL: '', PAYMENT_PROVIDER: 'sandbox', MAIL_TRANSPORT: 'files' };
    expect(warningsOf(readConfig(trial))).toEqual([
      expect.stringContaining('PAYMENT_PROVIDER=sandbox'),
      expect.stringContaining('MAIL_TRANSPORT=files'),
    ]);
  });

  it('incomplete payment, store and database settings are refused', () => {
    for (const half of ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'])
      expect(() => readConfig({ [half]: 'x' }), half).toThrow(/live payments need/);
    expect(() => readConfig({ S3_BUCKET: 'images' })).toThrow(/S3_BUCKET: needs S3_ENDPOINT/);
    expect(() => readConfig({ S3_BUCKET: 'images', S3_REGION: 'ap-south-1', S3_ACCESS_KEY_ID: 'key' })).toThrow(
      /S3_ACCESS_KEY_ID: set it and S3_SECRET_ACCESS_KEY/,
    );
    const unnamed = { S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'key', S3_CREDENTIALS: 'platform' };
    for (const [name, value] of Object.entries(unnamed))
      expect(() => readConfig({ [name]: value }), name).toThrow(/S3_BUCKET: is missing beside/);
    expect(() => readConfig({ DATABASE_DIRECT_URL: 'postgres://db/shop' })).toThrow(/DATABASE_URL: is missing beside/);
  });

  it('IMAGES_PUBLIC_URL must be https if PUBLIC_URL is', () => {
    const shop = { PUBLIC_URL: 'https://shop.example' };
    expect(readConfig({ ...shop, IMAGES_PUBLIC_URL: 'https://cdn.example/shop/' }).imagesUrl).toBe(
      'https://cdn.example/shop',
    );
    for (const IMAGES_PUBLIC_URL of ['http://cdn.example', 'HTTP://cdn.example']) {
      expect(() => readConfig({ ...shop, IMAGES_PUBLIC_URL })).toThrow(/IMAGES_PUBLIC_URL: must be https/);
      expect(readConfig({ IMAGES_PUBLIC_URL }).imagesUrl).toBe(IMAGES_PUBLIC_URL);
    }
  });

  it('S3_CREDENTIALS=platform needs S3_REGION and no keys', () => {
    const lent = { S3_BUCKET: 'images', S3_CREDENTIALS: 'platform' };
    expect(() => readConfig({ ...lent, S3_ENDPOINT: 'https://s3.example' })).toThrow(/S3_REGION: .*platform needs it/);
    expect(readConfig({ ...lent, S3_REGION: 'ap-south-1' })).toMatchObject({ S3_ADDRESSING: 'path' });
  });
});
