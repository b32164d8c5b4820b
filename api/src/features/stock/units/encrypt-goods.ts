import type { Vault } from '../../../platform/vault.ts';

/** The decrypted goods of a unit. Only its buyer and the admin's product form see them; they are never stored in clear. */
export type Goods = { code: string; productLink: string | null };

export type EncryptedGoods = {
  key_id: string;
  code_sealed: Buffer;
  link_sealed: Buffer | null;
  /** Null in a pool: the table `code_fingerprints` holds those fingerprints. */
  code_fingerprint: Buffer | null;
};

// The context binds a ciphertext to its row: copied to other goods, it cannot be decrypted.
const codeContext = (goodsId: string) => `goods/${goodsId}/code`;
const linkContext = (goodsId: string) => `goods/${goodsId}/link`;

/** The columns that decryption needs. The fingerprint is only for finding duplicates. */
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
