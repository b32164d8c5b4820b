import { describe, expect, it } from 'vitest';
import { createVault, newVaultKey } from './vault.ts';

describe('vault', () => {
  const oldKey = newVaultKey('k1');
  const vault = createVault(oldKey);

  it('opens what it sealed, and only in its own context', () => {
    const sealed = vault.seal('AMZN-1234', 'goods/1/code');
    expect(vault.open(sealed, 'k1', 'goods/1/code')).toBe('AMZN-1234');
    expect(() => vault.open(sealed, 'k1', 'goods/2/code')).toThrow(/authenticate/);
  });

  it('seals equal values differently and fingerprints them equally', () => {
    expect(vault.seal('same', 'c').equals(vault.seal('same', 'c'))).toBe(false);
    expect(vault.fingerprint('same').equals(vault.fingerprint('same'))).toBe(true);
    expect(vault.fingerprint('same').equals(vault.fingerprint('other'))).toBe(false);
  });

  it('opens old values after a new key was put in front of the ring', () => {
    const sealed = vault.seal('kept', 'c');
    const rotated = createVault(`${newVaultKey('k2')},${oldKey}`);
    expect(rotated.keyId).toBe('k2');
    expect(rotated.open(sealed, 'k1', 'c')).toBe('kept');
    expect(() => createVault(newVaultKey('k3')).open(sealed, 'k1', 'c')).toThrow("vault key 'k1' is not in VAULT_KEYS");
  });

  it('knows a value by the fingerprint that any key of the ring has given it', () => {
    const rotated = createVault(`${newVaultKey('k2')},${oldKey}`);
    expect(rotated.fingerprints('same')).toEqual([rotated.fingerprint('same'), vault.fingerprint('same')]);
  });

  it('refuses a value that was tampered with', () => {
    const sealed = vault.seal('kept', 'c');
    sealed[14] = (sealed[14] ?? 0) ^ 1;
    expect(() => vault.open(sealed, 'k1', 'c')).toThrow(/authenticate/);
  });
});
