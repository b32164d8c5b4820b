import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createVault, newVaultKey } from './vault.ts';

describe('vault', () => {
  const oldKey = newVaultKey('k1');
  const vault = createVault(oldKey);

  it('a sealed value opens only in its own context', () => {
    const sealed = vault.seal('AMZN-1234', 'goods/1/code');
    expect(vault.open(sealed, vault.keyId, 'goods/1/code')).toBe('AMZN-1234');
    expect(() => vault.open(sealed, vault.keyId, 'goods/2/code')).toThrow(/authenticate/);
  });

  it('equal values have different ciphertexts and equal fingerprints', () => {
    expect(vault.seal('same', 'c').equals(vault.seal('same', 'c'))).toBe(false);
    expect(vault.fingerprint('code', 'same').equals(vault.fingerprint('code', 'same'))).toBe(true);
    expect(vault.fingerprint('code', 'same').equals(vault.fingerprint('code', 'other'))).toBe(false);
  });

  it('a value sealed with an older key of the ring still opens', () => {
    const sealed = vault.seal('kept', 'c');
    const rotated = createVault(`${newVaultKey('k2')},${oldKey}`);
    expect(rotated.keyIds).toEqual(['k2', 'k1']);
    expect(rotated.open(sealed, vault.keyId, 'c')).toBe('kept');
    expect(() => createVault(newVaultKey('k3')).open(sealed, vault.keyId, 'c')).toThrow(
      "vault key 'k1' is not in VAULT_KEYS",
    );
  });

  it('fingerprints returns one fingerprint per key of the ring', () => {
    const rotated = createVault(`${newVaultKey('k2')},${oldKey}`);
    expect(rotated.fingerprints('code', 'same')).toEqual([
      rotated.fingerprint('code', 'same'),
      vault.fingerprint('code', 'same'),
    ]);
  });

  it('fingerprintsOfText equals fingerprints for long texts', async () => {
    const vault = createVault(`${newVaultKey('b')},${newVaultKey('a')}`);
    // Each surrogate pair starts at an odd position, so that one spans the end of a chunk.
    for (const text of ['', 'code', `A${'\u{1F381}'.repeat(100_000)}`])
      expect(await vault.fingerprintsOfText('code', text)).toEqual(vault.fingerprints('code', text));
  });

  it('a value that was tampered with does not open', () => {
    const sealed = vault.seal('kept', 'c');
    sealed[14] = (sealed[14] ?? 0) ^ 1;
    expect(() => vault.open(sealed, vault.keyId, 'c')).toThrow(/authenticate/);
  });

  it('the same text has a different fingerprint for each purpose', () => {
    const prints = (['code', 'reset-token', 'alert-link', 'batch-content', 'delivery', 'person'] as const).map(
      (purpose) => vault.fingerprint(purpose, 'same').toString('hex'),
    );
    expect(new Set(prints).size).toBe(prints.length);
  });

  it('the key of one purpose does not open values of another', () => {
    const secret = Buffer.from(oldKey.split(':')[1] ?? '', 'base64');
    const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `seal ${purpose}`, 32));
    const openWith = (key: Buffer, sealed: Buffer, context: string) => {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(-16));
      return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    };
    for (const [purpose, other] of [
      ['goods', 'two-factor'],
      ['two-factor', 'goods'],
    ] as const) {
      const sealed = vault.seal('kept', `${purpose}/1`);
      expect(openWith(keyFor(purpose), sealed, `${purpose}/1`)).toBe('kept');
      for (const key of [keyFor(other), secret])
        expect(() => openWith(key, sealed, `${purpose}/1`)).toThrow(/authenticate/);
    }
  });

  it('values from before the keys per purpose still open and match', () => {
    const secret = Buffer.from(oldKey.split(':')[1] ?? '', 'base64');
    const nonce = Buffer.alloc(12, 7);
    const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from('goods/1/code'));
    const sealed = Buffer.concat([nonce, cipher.update('AMZN-1234'), cipher.final(), cipher.getAuthTag()]);
    expect(vault.open(sealed, 'k1', 'goods/1/code')).toBe('AMZN-1234');
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'fingerprint', 32));
    expect(vault.fingerprint('code', 'same')).toEqual(createHmac('sha256', key).update('same').digest());
  });
});
