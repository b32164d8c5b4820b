import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { formatOfKey, type ImageStore, imageTypes } from './image-store.ts';

export type S3Settings = {
  /** Amazon S3 if undefined. */
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  /** If undefined, the platform's temporary credentials (decision 0046), renewed before they expire. */
  keys?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Most self-hosted stores need `https://host/bucket/key`, Amazon needs `https://bucket.host/key`. */
  addressing: 'path' | 'virtual';
};

/** A call with two attempts ends within ten seconds. A stalled transfer is cut off. */
const TIMEOUTS = {
  connectionTimeout: 2_000,
  requestTimeout: 3_000,
  throwOnRequestTimeout: true,
  socketTimeout: 10_000,
};
const ATTEMPTS = 2;

/** Stores images in a bucket of any S3-compatible service. */
export function createS3ImageStore({ bucket, ...settings }: S3Settings): ImageStore {
  let connecting: Promise<S3Client> | undefined;
  const connected = () => {
    connecting ??= connect(settings);
    return connecting;
  };

  return {
    async put(key, bytes, contentType) {
      formatOfKey(key);
      const [client, { PutObjectCommand }] = await Promise.all([connected(), sdk()]);
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType }));
    },

    async get(key) {
      const contentType = imageTypes[formatOfKey(key)];
      const [client, { GetObjectCommand, NoSuchKey }] = await Promise.all([connected(), sdk()]);
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return { body: Body as Readable, contentType, size: ContentLength ?? 0 };
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },

    async remove(key) {
      formatOfKey(key);
      const [client, { DeleteObjectCommand }] = await Promise.all([connected(), sdk()]);
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

/** Loaded on first use, so that a shop with images on disk does not load the S3 client. */
const sdk = () => import('@aws-sdk/client-s3');

async function connect({ endpoint, region, keys, addressing }: Omit<S3Settings, 'bucket'>): Promise<S3Client> {
  const { S3Client } = await sdk();
  return new S3Client({
    region,
    ...(endpoint && { endpoint }),
    ...(keys && { credentials: keys }),
    forcePathStyle: addressing === 'path',
    // Other S3 services often refuse the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: TIMEOUTS,
  });
}
