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
  it('starts from nothing, with the sandbox', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      PORT: 3000,
      publicUrl: 'http://localhost:3000',
      paymentProvider: 'sandbox',
      DEVELOPMENT_NOTICE: true,
      drainMs: 5_000,
    });
  });

  it('names every wrong variable at once', () => {
    const read = () => readConfig({ PORT: 'many', DATABASE_URL: 'mysql://x', DEVELOPMENT_NOTICE: 'perhaps' });
    expect(read).toThrow(/PORT: /);
    expect(read).toThrow(/DATABASE_URL: must be a URL starting with postgres:\/\/ or postgresql:\/\//);
    expect(read).toThrow(/DEVELOPMENT_NOTICE: /);
  });

  it('names what is malformed and what is missing at once', () => {
    const read = () =>
      readConfig({ NODE_ENV: 'production', PORT: 'many', SMTP_URL: 'mail', ADMIN_PASSWORD: 'password' });
    for (const variable of ['PORT', 'SMTP_URL', 'ADMIN_PASSWORD', 'VAULT_KEYS', 'PUBLIC_URL', 'PAYMENT_PROVIDER'])
      expect(read).toThrow(new RegExp(`^  ${variable}: `, 'm'));
    expect(read).toThrow(/^ {2}SMTP_URL: must be a URL/m);
  });

  it('takes several replicas, and names one that is no address of PostgreSQL', () => {
    const replicas = 'postgres://a.example/shop, postgres://b.example/shop';
    expect(readConfig({ DATABASE_REPLICA_URL: replicas }).DATABASE_REPLICA_URL).toEqual(replicas.split(', '));
    const read = () => readConfig({ DATABASE_REPLICA_URL: `${replicas}, b.example` });
    expect(read).toThrow(/^ {2}DATABASE_REPLICA_URL: must be a URL starting with postgres:\/\//m);
  });

  it('takes an empty variable for an unset one', () => {
    const blank = { DATABASE_URL: '', RAZORPAY_KEY_ID: '', PORT: ' ' };
    expect(readConfig(blank)).toMatchObject({ paymentProvider: 'sandbox', PORT: 3000 });
  });

  it('takes an address for what it is, however it is written, and none that links would break on', () => {
    const address = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL });
    expect(address('HTTPS://Shop.Example/')).toMatchObject({ publicUrl: 'https://shop.example', isHttps: true });
    for (const wrong of ['https://shop.example/shop', 'https://shop.example/?a', 'https://a:b@shop.example'])
      expect(() => address(wrong), wrong).toThrow(/PUBLIC_URL: must be the shop alone, such as/);
    expect(() => address('shop')).toThrow(/PUBLIC_URL: must be a URL/);
    for (const nowhere of ['smtp://', 'smtp:mail.example'])
      expect(() => readConfig({ SMTP_URL: nowhere }), nowhere).toThrow(/SMTP_URL: must name the mail server/);
  });

  it.each(['DATABASE_TIMEOUT_FACTOR', 'REQUEST_TIMEOUT_FACTOR'])('takes no %s that a timer cannot bear', (factor) => {
    expect(readConfig({ [factor]: '100' })).toMatchObject({ [factor]: 100 });
    for (const wrong of ['1000000', '0.00001']) expect(() => readConfig({ [factor]: wrong })).toThrow(`${factor}: `);
  });

  it.each(['RATE_LIMIT_FACTOR', 'CODES_SHOWN_PER_HOUR'])('takes no %s that would let nobody in', (limit) => {
    for (const wrong of ['0', '-1']) expect(() => readConfig({ [limit]: wrong })).toThrow(`${limit}: `);
  });

  it('asks administrators for a second factor in production, unless told', () => {
    const isAsked = (env: object) => readConfig({ ...env }).requiresSecondFactor;
    const live = { ...PRODUCTION, ...LIVE };
    expect([isAsked({}), isAsked(live), isAsked({ ...live, REQUIRE_SECOND_FACTOR: 'off' })]).toEqual([
      false,
      true,
      false,
    ]);
    expect(isAsked({ REQUIRE_SECOND_FACTOR: 'on' })).toBe(true);
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

  it('refuses a ring with two keys of one name, and one with a key of two names', () => {
    const other = Buffer.alloc(32, 1).toString('base64');
    const ring = (...keys: string[]) => readConfig({ VAULT_KEYS: keys.join(',') }).VAULT_KEYS;
    expect(ring(`k2:${other}`, KEY)).toBe(`k2:${other},${KEY}`);
    expect(() => ring(`k1:${other}`, KEY)).toThrow(/^ {2}VAULT_KEYS: two keys have one name; name the new one/m);
    expect(() => ring(KEY.replace('k1', 'k2'), KEY)).toThrow(/^ {2}VAULT_KEYS: one key has two names; leave out/m);
    // The last letter of 32 bytes has two bits to spare: the same key is written in four ways.
    expect(() => ring(KEY.replace('k1', 'k2').replace('A=', 'B='), KEY)).toThrow(/VAULT_KEYS: one key has two names/);
    expect(() => ring('k1:short', 'k1:short')).toThrow(/VAULT_KEYS: must be id:base64/);
  });

  it('refuses production without a mail server unless files are asked for by name', () => {
    const unmailed = { ...PRODUCTION, ...LIVE, SMTP_URL: '' };
    expect(() => readConfig(unmailed)).toThrow(
      /SMTP_URL: mails carry codes .* or ask for files by name with MAIL_TRANSPORT=files/,
    );
    expect(readConfig({ ...unmailed, MAIL_TRANSPORT: 'files' }).mail).toBe('files');
    expect(readConfig({ ...PRODUCTION, ...LIVE }).mail).toBe('smtp');
    expect(readConfig({ SMTP_URL, MAIL_TRANSPORT: 'files' }).mail).toBe('files');
    expect(readConfig({}).mail).toBe('files');
    // What a login shell says of its user's letter box.
    expect(readConfig({ MAIL: '/var/mail/asha' }).mail).toBe('files');
    expect(() => readConfig({ MAIL_TRANSPORT: 'smtp' })).toThrow(/SMTP_URL: MAIL_TRANSPORT=smtp needs it/);
  });

  it('sends no mail of nobody', () => {
    const from = (text: string) => readConfig({ MAIL_FROM: text }).MAIL_FROM;
    expect([from('shop@shop.example'), from(MAIL_FROM)]).toEqual(['shop@shop.example', MAIL_FROM]);
    for (const wrong of ['My Shop', 'My Shop <shop>', 'shop@', 'a@shop.example, b@shop.example'])
      expect(() => from(wrong), wrong).toThrow(/MAIL_FROM: must be an address, such as My Shop <shop@example\.com>/);
    expect(readConfig({ ...PRODUCTION, ...LIVE, MAIL_FROM: '' }).MAIL_FROM).toContain('<no-reply@shop.example>');
  });

  it('seeds no demo in production unless it is asked for, and never beside live payment keys', () => {
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
  ])('refuses %s as the password of the administrator', (ADMIN_PASSWORD, reason) => {
    expect(() => readConfig({ ADMIN_PASSWORD })).toThrow(`ADMIN_PASSWORD: ${reason}`);
  });

  it('takes a good password for the administrator', () => {
    expect(readConfig({ ADMIN_PASSWORD: 'Correct.Horse.9' }).ADMIN_PASSWORD).toBe('Correct.Horse.9');
  });

  it('counts the proxies in front', () => {
    const proxies = (TRUST_PROXY?: string) => readConfig({ TRUST_PROXY }).TRUST_PROXY;
    expect([proxies(), proxies('off'), proxies('on'), proxies('2')]).toEqual([0, 0, 1, 2]);
    expect(proxies('10.0.0.0/8, fd00::/8,192.0.2.1')).toEqual(['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);
    for (const wrong of ['everybody', '10.0.0.0/33', '10.0.0.0/8,proxy', '10.0.0.0/'])
      expect(() => proxies(wrong)).toThrow(/TRUST_PROXY: must be on, off, a number of proxies, or their networks/);
  });

  it("has a port for the operator's eyes, here or nowhere", () => {
    expect(readConfig({}).ADMIN_PORT).toBeUndefined();
    expect(readConfig({}).ADMIN_HOST).toBe('127.0.0.1');
    expect(readConfig({ ADMIN_PORT: 'off' }).ADMIN_PORT).toBe('off');
    expect(readConfig({ ADMIN_PORT: '9100', ADMIN_HOST: '0.0.0.0' })).toMatchObject({
      ADMIN_PORT: 9100,
      ADMIN_HOST: '0.0.0.0',
    });
    expect(() => readConfig({ ADMIN_PORT: 'somewhere' })).toThrow(/ADMIN_PORT: /);
  });

  it('warns of what an operator may want and customers would not', () => {
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

  it('refuses half of a pair of keys', () => {
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

  it('shows secure pages with secure images', () => {
    const shop = { PUBLIC_URL: 'https://shop.example' };
    expect(readConfig({ ...shop, IMAGES_PUBLIC_URL: 'https://cdn.example/shop/' }).imagesUrl).toBe(
      'https://cdn.example/shop',
    );
    for (const IMAGES_PUBLIC_URL of ['http://cdn.example', 'HTTP://cdn.example']) {
      expect(() => readConfig({ ...shop, IMAGES_PUBLIC_URL })).toThrow(/IMAGES_PUBLIC_URL: must be https/);
      expect(readConfig({ IMAGES_PUBLIC_URL }).imagesUrl).toBe(IMAGES_PUBLIC_URL);
    }
  });

  it("asks for the region where the platform's credentials are used, and for nothing else", () => {
    const lent = { S3_BUCKET: 'images', S3_CREDENTIALS: 'platform' };
    expect(() => readConfig({ ...lent, S3_ENDPOINT: 'https://s3.example' })).toThrow(/S3_REGION: .*platform needs it/);
    expect(readConfig({ ...lent, S3_REGION: 'ap-south-1' })).toMatchObject({ S3_ADDRESSING: 'path' });
  });
});
