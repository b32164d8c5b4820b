import type { Vault } from '../../../platform/vault.ts';

/** What a unit delivers, in clear: shown to its buyer and in the admin's single-product form, kept nowhere. */
export type Goods = { code: string; productLink: string | null };

export type EncryptedGoods = {
  key_id: string;
  code_sealed: Buffer;
  link_sealed: Buffer | null;
  /** Null in a pool, where `code_fingerprints` has them. */
  code_fingerprint: Buffer | null;
};

// Both are bound to the row, so that a sealed value copied to another product's goods does not open there.
const codeContext = (goodsId: string) => `goods/${goodsId}/code`;
const linkContext = (goodsId: string) => `goods/${goodsId}/link`;

/** What is needed to open them; the fingerprint only serves to find duplicates. */
export type GoodsRow = Omit<EncryptedGoods, 'code_fingerprint'> & { id: string };

export const encryptPoolGoods = (vault: Vault, goodsId: string, { code, productLink }: Goods): EncryptedGoods => ({
  key_id: vault.keyId,
  code_sealed: vault.seal(code, codeContext(goodsId)),
  link_sealed: productLink === null ? null : vault.seal(productLink, linkContext(goodsId)),
  code_fingerprint: null,
});

export const encryptGoods = (vault: Vault, goodsId: string, goods: Goods): EncryptedGoods => ({
  ...encryptPoolGoods(vault, goodsId, goods),
  code_fingerprint: vault.fingerprint('code', goods.code),
});

export const decryptGoods = (vault: Vault, { id, key_id, code_sealed, link_sealed }: GoodsRow): Goods => ({
  code: vault.open(code_sealed, key_id, codeContext(id)),
  productLink: link_sealed && vault.open(link_sealed, key_id, linkContext(id)),
});
