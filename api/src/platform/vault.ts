import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { mapYielding } from './yielding-loop.ts';

/**
 * The purposes of fingerprints. Each has its own key, so that a fingerprint made for one purpose is useless for another.
 * Otherwise the fingerprint of a chosen product code could serve as the token of a reset link.
 */
type Purpose = keyof typeof LABELS;

// Codes keep their old label, because the database has fingerprints that were made with it.
const LABELS = {
  code: 'fingerprint',
  'batch-content': 'fingerprint batch-content',
  'reset-token': 'fingerprint reset-token',
  'alert-link': 'fingerprint alert-link',
  delivery: 'fingerprint delivery',
  person: 'fingerprint person',
} as const;

/** AES-256-GCM with a key ring. The newest key encrypts, and every key decrypts. */
export type Vault = {
  /** The id of the key that encrypts now. */
  readonly keyId: string;
  /**
   * `context` binds the value to its row: a sealed value that is copied to another row cannot be opened there. The part
   * before the first slash is the purpose, which has its own key.
   */
  seal(clear: string, context: string): Buffer;
  open(sealed: Buffer, keyId: string, context: string): string;
  /** A keyed hash. Equal values have equal fingerprints, and a fingerprint reveals nothing without the key. */
  fingerprint(purpose: Purpose, clear: string): Buffer;
  /** One for every key of the ring. During a key rotation, some stored fingerprints were made with older keys. */
  fingerprints(purpose: Purpose, clear: string): Buffer[];
  fingerprintsByKey(purpose: Purpose, clear: string): [Fingerprint, ...Fingerprint[]];
  /** `fingerprints` for a long text, computed in slices that do not block the event loop. */
  fingerprintsOfText(purpose: Purpose, clear: string): Promise<Buffer[]>;
  /** The ids of the keys of the ring, newest first, as stored with fingerprints. */
  readonly keyIds: readonly string[];
};

export type Fingerprint = { keyId: string; fingerprint: Buffer };

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
// Marks values that were sealed with a key derived for their purpose. Older values used the ring's key itself.
const DERIVED = '/purpose';

type Key = { id: string; secret: Buffer; derive: (label: string) => KeyObject };

/** Derives the key for a label once. A KeyObject makes fingerprints five times as fast as a Buffer. */
function createKeyDeriver(secret: Buffer): (label: string) => KeyObject {
  const derived = new Map<string, KeyObject>();
  return (label) => {
    const key = derived.get(label) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', label, 32)));
    derived.set(label, key);
    return key;
  };
}

/** Reads `id:base64,id:base64`, newest first. */
const parseKeys = (ring: string): Key[] =>
  ring.split(',').map((entry) => {
    const [id = '', base64 = ''] = entry.split(':');
    const secret = Buffer.from(base64, 'base64');
    return { id, secret, derive: createKeyDeriver(secret) };
  });

const sealingLabel = (context: string) => `seal ${context.split('/', 1)[0]}`;

const CHUNK_CHARACTERS = 65_536;

/** Splits a text into chunks. No chunk ends within a surrogate pair. */
function* textChunks(text: string): Generator<string> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + CHUNK_CHARACTERS;
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1;
    yield text.slice(start, end);
  }
}

export const newVaultKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

export function createVault(ring: string): Vault {
  const [newest, ...older] = parseKeys(ring);
  if (!newest || [newest, ...older].some((key) => key.secret.length !== 32))
    throw new RangeError('vault keys must have 32 bytes');
  const keys = new Map([newest, ...older].map((key) => [key.id, key]));
  const fingerprintWith =
    (purpose: Purpose, clear: string) =>
    ({ id, derive }: Key): Fingerprint => ({
      keyId: id,
      fingerprint: createHmac('sha256', derive(LABELS[purpose])).update(clear).digest(),
    });
  const fingerprintsByKey: Vault['fingerprintsByKey'] = (purpose, clear) => {
    const print = fingerprintWith(purpose, clear);
    return [print(newest), ...older.map(print)];
  };
  return {
    keyId: newest.id + DERIVED,
    keyIds: [...keys.keys()],
    seal(clear, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest.derive(sealingLabel(context)), nonce);
      cipher.setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
    },
    open(sealed, keyId, context) {
      const isDerived = keyId.endsWith(DERIVED);
      const id = isDerived ? keyId.slice(0, -DERIVED.length) : keyId;
      const key = keys.get(id);
      if (!key) throw new Error(`vault key '${id}' is not in VAULT_KEYS`);
      const secret = isDerived ? key.derive(sealingLabel(context)) : key.secret;
      const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    fingerprint: (purpose, clear) => fingerprintWith(purpose, clear)(newest).fingerprint,
    fingerprints: (purpose, clear) => fingerprintsByKey(purpose, clear).map(({ fingerprint }) => fingerprint),
    fingerprintsByKey,
    async fingerprintsOfText(purpose, clear) {
      const macs = [newest, ...older].map(({ derive }) => createHmac('sha256', derive(LABELS[purpose])));
      await mapYielding(textChunks(clear), (piece) => macs.map((mac) => mac.update(piece)));
      return macs.map((mac) => mac.digest());
    },
  };
}
