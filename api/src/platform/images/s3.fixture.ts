import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from './s3-image-store.ts';
import { type KnownKey, refusalOf } from './s3-signature.fixture.ts';

export type FakeS3 = {
  settings: S3Settings & Required<Pick<S3Settings, 'keys'>>;
  /** The access key and the host of the last request. */
  last(): { keyId: string; host: string };
  /** Answers the next request with this failure. */
  failNext(status: number, code: string): void;
  goSilent(): void;
  unansweredRequests(): number;
  close(): Promise<void>;
};

const BUCKET = 'pictures';
const KEYS = { accessKeyId: 'key', secretAccessKey: 'secret' };
const ownKey = (id: string): KnownKey | undefined =>
  id === KEYS.accessKeyId ? { secret: KEYS.secretAccessKey } : undefined;

/** A fake S3 over real HTTP with the calls of the image store, in both addressing styles. */
export async function startFakeS3(keyOf = ownKey): Promise<FakeS3> {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  const failures: [status: number, code: string][] = [];
  let isSilent = false;
  let unansweredRequests = 0;
  let last = { keyId: '', host: '' };

  const server = createServer(async (request, response) => {
    if (isSilent) {
      unansweredRequests += 1;
      return;
    }
    const body = await buffer(request);
    const { authorization = '', host = '' } = request.headers;
    last = { keyId: /Credential=([^/]+)/.exec(authorization)?.[1] ?? '', host };
    const failure = failures.shift();
    if (failure) return refuse(response, ...failure);
    const refusal = refusalOf(request, body, keyOf);
    if (refusal) return refuse(response, 403, refusal);
    const { bucket, key } = placeOf(request);
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');

    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, type: String(request.headers['content-type']) });
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
      keys: KEYS,
      addressing: 'path',
    },
    last: () => last,
    failNext: (...failure) => failures.push(failure),
    goSilent: () => {
      isSilent = true;
    },
    unansweredRequests: () => unansweredRequests,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Reads the bucket from the host name (virtual addressing) or from the path (path addressing). */
function placeOf({ url = '/', headers }: IncomingMessage): { bucket: string | undefined; key: string } {
  const path = new URL(url, 'http://s3').pathname.slice(1);
  const [label, ...domain] = (headers.host ?? '').split('.');
  if (domain[0] === 's3') return { bucket: label, key: path };
  const [bucket, ...rest] = path.split('/');
  return { bucket, key: rest.join('/') };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
