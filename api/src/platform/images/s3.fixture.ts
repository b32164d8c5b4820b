import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from './s3-image-store.ts';

export type FakeS3 = { settings: S3Settings; goSilent(): void; unanswered(): number; close(): Promise<void> };

const BUCKET = 'pictures';

/** The few calls of S3 that the image store makes, over real HTTP, with path-style addresses. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  let isSilent = false;
  let unanswered = 0;

  const server = createServer(async (request, response) => {
    if (isSilent) {
      unanswered += 1;
      return;
    }
    const [, bucket, ...rest] = new URL(request.url ?? '/', 'http://s3').pathname.split('/');
    const key = rest.join('/');
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')) {
      return refuse(response, 403, 'AccessDenied');
    }
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');

    if (request.method === 'PUT') {
      objects.set(key, { bytes: await buffer(request), type: String(request.headers['content-type']) });
      return response.writeHead(200, { etag: '"1"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return refuse(response, 404, 'NoSuchKey');
    return response
      .writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length })
      .end(found.bytes);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;

  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'ap-south-1',
      bucket: BUCKET,
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      forcePathStyle: true,
    },
    goSilent: () => {
      isSilent = true;
    },
    unanswered: () => unanswered,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
