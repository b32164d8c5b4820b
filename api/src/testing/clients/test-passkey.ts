import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Assertion, NewCredential } from '@shop/contract/accounts/passkeys';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Options = { challenge: string; user?: { id: string }; rp?: { id?: string }; rpId?: string };
type Lies = {
  origin?: string;
  crossOrigin?: boolean;
  challenge?: string;
  isVerified?: boolean;
  counter?: number;
  signs?: KeyObject;
};

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** An authenticator with one passkey. `lies` replace parts of the signed data, to test that the server refuses them. */
export function testPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    );
  const authenticatorData = (party: string, flags: number, lies: Lies) => {
    const count = Buffer.alloc(4);
    counter += 1;
    count.writeUInt32BE(lies.counter ?? counter);
    const verified = lies.isVerified === false ? 0 : USER_VERIFIED;
    return Buffer.concat([sha256(party), Buffer.from([flags | USER_PRESENT | verified]), count]);
  };
  const coseKey = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const point = (value: string) => new Uint8Array(Buffer.from(value, 'base64url'));
    // RFC 9053: an EC2 key on P-256 for ES256.
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point(x)],
        [-3, point(y)],
      ]),
    );
  };

  return {
    create({ challenge, user, rp }: Options, lies: Lies = {}): NewCredential {
      userHandle = user?.id ?? '';
      const data = Buffer.concat([
        authenticatorData(rp?.id ?? '', HAS_CREDENTIAL, lies),
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        coseKey(),
      ]);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(data)],
        ]) as never,
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lies).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get({ challenge, rpId }: Options, lies: Lies = {}): Assertion {
      const client = clientData('webauthn.get', challenge, lies);
      const data = authenticatorData(rpId ?? '', 0, lies);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), lies.signs ?? privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      };
    },
  };
}
