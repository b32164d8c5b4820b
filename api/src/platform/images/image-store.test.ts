import dns from 'node:dns';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ImageStore } from './image-store.ts';
import { createLocalImageStore } from './local-image-store.ts';
import { type FakeS3, startFakeS3 } from './s3.fixture.ts';
import { createS3ImageStore } from './s3-image-store.ts';

let parent: string;
let folder: string;
let s3: FakeS3;
const stores: Record<string, () => ImageStore> = {
  'local disk': () => createLocalImageStore(folder),
  S3: () => createS3ImageStore(s3.settings),
};

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'images-'));
  // Deep enough that a key that escapes the folder still ends in the test's own folder.
  folder = join(parent, 'deep', 'inside');
  s3 = await startFakeS3();
});
afterAll(async () => {
  await s3.close();
  await rm(parent, { recursive: true });
});

async function read(store: ImageStore, key: string) {
  const found = await store.get(key);
  return found && { ...found, body: (await buffer(found.body)).toString() };
}

describe.each(Object.keys(stores))('image store on %s', (name) => {
  const open = () => (stores[name] as () => ImageStore)();

  it('get returns a stored file with its type and size', async () => {
    const store = open();
    await store.put('read_-1/640.avif', Buffer.from('picture'), 'image/avif');
    await store.put('read_-1/640.webp', Buffer.from('other'), 'image/webp');
    expect(await read(store, 'read_-1/640.avif')).toEqual({ body: 'picture', contentType: 'image/avif', size: 7 });
    expect(await read(store, 'read_-1/640.webp')).toEqual({ body: 'other', contentType: 'image/webp', size: 5 });
  });

  it('put replaces the whole file', async () => {
    const store = open();
    await store.put('twice/320.webp', Buffer.from('a much longer first version'), 'image/webp');
    await store.put('twice/320.webp', Buffer.from('second'), 'image/webp');
    expect(await read(store, 'twice/320.webp')).toMatchObject({ body: 'second', size: 6 });
  });

  it('get returns null for a missing file', async () => {
    expect(await open().get('nobody/320.webp')).toBeNull();
  });

  it('remove deletes one file only and can be repeated', async () => {
    const store = open();
    await store.put('gone/320.webp', Buffer.from('a'), 'image/webp');
    await store.put('gone/640.webp', Buffer.from('b'), 'image/webp');
    await store.remove('gone/320.webp');
    await store.remove('gone/320.webp');
    expect(await store.get('gone/320.webp')).toBeNull();
    expect(await read(store, 'gone/640.webp')).toMatchObject({ body: 'b' });
  });

  it.each([
    '../640.avif',
    '../../etc/640.avif',
    'a/../../640.avif',
    '/etc/640.avif',
    'a/640.png',
    'a/640.avif/..',
    'a\0/640.avif',
    'a/640.avif\n',
    'a/b/640.avif',
    '',
  ])('the key %j is refused', async (key) => {
    const store = open();
    await expect(store.put(key, Buffer.from('x'), 'image/avif')).rejects.toThrow('Not an image key');
    await expect(store.get(key)).rejects.toThrow('Not an image key');
    await expect(store.remove(key)).rejects.toThrow('Not an image key');
  });
});

it('the local store leaves no unfinished files and no empty folders', async () => {
  const own = join(folder, 'own');
  const store = createLocalImageStore(own);
  await store.put('first/320.webp', Buffer.from('a'), 'image/webp');
  expect(await readdir(own, { recursive: true })).toEqual(['first', join('first', '320.webp')]);
  await store.remove('first/320.webp');
  expect(await readdir(own)).toEqual([]);
});

it('the S3 store distinguishes a missing bucket from a missing image', async () => {
  const store = createS3ImageStore({ ...s3.settings, bucket: 'elsewhere' });
  await expect(store.get('a/320.webp')).rejects.toMatchObject({ name: 'NoSuchBucket' });
});

it.each([
  ['an unknown access key', { accessKeyId: 'other' }, 'InvalidAccessKeyId'],
  ['a wrong secret', { secretAccessKey: 'guessed' }, 'SignatureDoesNotMatch'],
])('the S3 store reports %s', async (_, wrong, name) => {
  const store = createS3ImageStore({ ...s3.settings, keys: { ...s3.settings.keys, ...wrong } });
  await expect(store.put('a/320.webp', Buffer.from('x'), 'image/webp')).rejects.toMatchObject({ name });
});

it('the S3 store retries a server error once, and never a refusal', async () => {
  const store = createS3ImageStore(s3.settings);
  s3.failNext(500, 'InternalError');
  expect(await store.get('nobody/320.webp')).toBeNull();
  s3.failNext(403, 'AccessDenied');
  await expect(store.get('nobody/320.webp')).rejects.toMatchObject({ name: 'AccessDenied' });
});

it('the S3 store uses the host of the bucket with virtual addressing', async () => {
  // DNS does not know the bucket's host in a test.
  const lookup: LookupFunction = (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]);
  const resolving = vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);
  try {
    const endpoint = s3.settings.endpoint?.replace('127.0.0.1', 's3.example');
    const store = createS3ImageStore({ ...s3.settings, endpoint, addressing: 'virtual' });
    await store.put('virtual/320.webp', Buffer.from('picture'), 'image/webp');
    expect(s3.last().host).toMatch(/^pictures\.s3\.example:/);
    expect(await read(createS3ImageStore(s3.settings), 'virtual/320.webp')).toMatchObject({ body: 'picture' });
  } finally {
    resolving.mockRestore();
  }
});

it('the S3 store times out on a server that accepts and stays silent', async () => {
  s3.goSilent();
  await expect(createS3ImageStore(s3.settings).get('a/320.webp')).rejects.toMatchObject({ name: 'TimeoutError' });
  // Two attempts fit into the timeout of a call.
  expect(s3.unansweredRequests()).toBe(2);
});
