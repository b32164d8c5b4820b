import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** An access key that the fake store accepts. Temporary keys also have a token and an expiry. */
export type KnownKey = { secret: string; token?: string; expiresAt?: Date };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<scope>[^,]+), ?SignedHeaders=(?<signed>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/;

/** Verifies AWS Signature Version 4 of a request. Returns the error code if the request is refused. */
export function refusalOf(
  request: IncomingMessage,
  body: Buffer,
  keyOf: (id: string) => KnownKey | undefined,
): string | undefined {
  const { id, scope, signed, signature } = AUTHORIZATION.exec(request.headers.authorization ?? '')?.groups ?? {};
  if (!id || !scope || !signed) return 'AccessDenied';
  const key = keyOf(id);
  if (!key) return 'InvalidAccessKeyId';
  if (key.token !== undefined && request.headers['x-amz-security-token'] !== key.token) return 'InvalidToken';
  if (key.expiresAt && key.expiresAt.getTime() <= Date.now()) return 'ExpiredToken';

  const headerOf = (name: string) => String(request.headers[name] ?? '');
  const content = headerOf('x-amz-content-sha256');
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signed.split(';');
  // These headers must be signed; otherwise an attacker could change them.
  if (!['host', 'x-amz-date', ...(key.token ? ['x-amz-security-token'] : [])].every((name) => names.includes(name)))
    return 'SignatureDoesNotMatch';
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
  searchParams.sort();
  const canonical = [
    request.method,
    pathname,
    searchParams.toString().replaceAll('+', '%20'),
    ...names.map((name) => `${name}:${headerOf(name).trim()}`),
    '',
    signed,
    content,
  ].join('\n');
  const [day = '', region = '', service = ''] = scope.split('/');
  const text = ['AWS4-HMAC-SHA256', headerOf('x-amz-date'), scope, sha256(canonical)].join('\n');
  const signing = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${key.secret}`, day));
  return hmac(signing, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}
