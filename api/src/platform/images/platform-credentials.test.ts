import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CredentialSource,
  type FakePlatform,
  startFakePlatform,
  tokenOf,
} from './platform-credentials.fixture.ts';
import { type FakeS3, startFakeS3 } from './s3.fixture.ts';
import { createS3ImageStore } from './s3-image-store.ts';

let folder: string;
let platform: FakePlatform;
let s3: FakeS3;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lent-'));
  platform = await startFakePlatform();
  s3 = await startFakeS3(platform.keyOf);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  await s3.close();
  await platform.close();
  await rm(folder, { recursive: true });
});

/** Opens a store with the environment of the platform. The AWS files of this machine are not read. */
async function openStore(source: CredentialSource) {
  const tokenFile = join(folder, 'token');
  await writeFile(tokenFile, tokenOf(source));
  const nothing = { AWS_CONFIG_FILE: join(folder, 'none'), AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none') };
  const environment = { ...nothing, ...platform.environmentFor(source, tokenFile) };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return createS3ImageStore({ ...s3.settings, keys: undefined });
}

const PICTURE = 'a/320.webp';
const MINUTE_MS = 60_000;

/** Issued credentials are valid for an hour. */
const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS });

describe.each<CredentialSource>(['web identity', 'container', 'machine'])('credentials issued by %s', (source) => {
  it('issued credentials sign the requests to the store', async () => {
    const store = await openStore(source);
    await store.put(PICTURE, Buffer.from('picture'), 'image/webp');
    expect((await store.get(PICTURE))?.size).toBe(7);
    expect(s3.last().keyId).toBe('LENT1');
  });

  it('concurrent requests fetch the credentials once', async () => {
    const store = await openStore(source);
    await Promise.all(Array.from({ length: 5 }, () => store.get(PICTURE)));
    expect(platform.issued()).toBe(1);
  });

  it('credentials are renewed once before they expire', async () => {
    const store = await openStore(source);
    await store.get(PICTURE);
    later(56);
    await store.get(PICTURE);
    await platform.whenIssued(2);
    await vi.waitFor(async () => {
      await store.get(PICTURE);
      expect(s3.last().keyId).toBe('LENT2');
    }, 20_000);
    expect(platform.issued()).toBe(2);
  });

  it('expired credentials are not used', async () => {
    const store = await openStore(source);
    await store.get(PICTURE);
    later(61);
    await store.get(PICTURE);
    expect(s3.last().keyId).toBe('LENT2');
  });
});

it('valid credentials are used while the platform is down', async () => {
  const store = await openStore('web identity');
  await store.get(PICTURE);
  platform.setDown(true);
  later(56);
  expect(await store.get(PICTURE)).toBeNull();
  expect(s3.last().keyId).toBe('LENT1');
});

it('a store without credentials fails until the platform issues them', async () => {
  const store = await openStore('web identity');
  platform.setDown(true);
  await expect(store.get(PICTURE)).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });
  platform.setDown(false);
  expect(await store.get(PICTURE)).toBeNull();
});

it('a store reports that the platform does not know the pod', async () => {
  const store = await openStore('web identity');
  await writeFile(join(folder, 'token'), 'of somebody else');
  await expect(store.get(PICTURE)).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  expect(platform.issued()).toBe(0);
});
