import type { FastifyRequest } from 'fastify';
import { ProviderError, requestErrorDetails } from './provider-error.ts';
import type { Sandbox } from './sandbox.ts';
import { isSameSecret } from './signatures.ts';

export function requireKeys(sandbox: Sandbox) {
  const expected = `${sandbox.keyId}:${sandbox.keySecret}`;
  return async (request: FastifyRequest) => {
    const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
    const given = Buffer.from(credentials, 'base64').toString();
    if (scheme?.toLowerCase() !== 'basic' || !isSameSecret(given, expected)) {
      throw new ProviderError(401, {
        ...requestErrorDetails('Authentication failed'),
        reason: 'authentication_failed',
      });
    }
  };
}
