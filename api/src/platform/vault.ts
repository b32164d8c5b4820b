import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** AES-256-GCM with a ring of keys: the newest seals, every one of them opens. */
export type Vault = {
  /** Names the key that seals now. */
  readonly keyId: string;
  /** `context` binds the value to its row: a sealed value copied to another row does not open there. */
  seal(clear: string, context: string): Buffer;
  open(sealed: Buffer, keyId: string, context: string): string;
  /** Equal values have equal fingerprints, which say nothing about the value without the key. */
  fingerprint(clear: string): Buffer;
  /** Under every key of the ring: until a rotation is over, some of what is kept has the fingerprint of an older one. */
  fingerprints(clear: string): Buffer[];
  fingerprintsByKey(clear: string): Fingerprint[];
  /** The names of all keys of the ring, newest first. */
  readonly keyIds: readonly string[];
};

export type Fingerprint = { keyId: string; fingerprint: Buffer };

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type Key = { id: string; secret: Buffer; fingerprintKey: Buffer };

/** Reads `id:base64,id:base64`, newest first. */
const parseKeys = (ring: string): Key[] =>
  ring.split(',').map((entry) => {
    const [id = '', secret = ''] = entry.split(':');
    const bytes = Buffer.from(secret, 'base64');
    return { id, secret: bytes, fingerprintKey: Buffer.from(hkdfSync('sha256', bytes, '', 'fingerprint', 32)) };
  });

export const newVaultKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

export function createVault(ring: string): Vault {
  const keys = parseKeys(ring);
  const newest = keys[0];
  if (!newest || keys.some((key) => key.secret.length !== 32)) throw new RangeError('vault keys must have 32 bytes');
  const secrets = new Map(keys.map((key) => [key.id, key.secret]));
  const fingerprintBy = (key: Buffer, clear: string) => createHmac('sha256', key).update(clear).digest();
  const fingerprintsByKey = (clear: string): Fingerprint[] =>
    keys.map(({ id, fingerprintKey }) => ({ keyId: id, fingerprint: fingerprintBy(fingerprintKey, clear) }));
  return {
    keyId: newest.id,
    keyIds: keys.map(({ id }) => id),
    seal(clear, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest.secret, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
    },
    open(sealed, keyId, context) {
      const secret = secrets.get(keyId);
      if (!secret) throw new Error(`vault key '${keyId}' is not in VAULT_KEYS`);
      const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    fingerprint: (clear) => fingerprintBy(newest.fingerprintKey, clear),
    fingerprints: (clear) => fingerprintsByKey(clear).map(({ fingerprint }) => fingerprint),
    fingerprintsByKey,
  };
}
