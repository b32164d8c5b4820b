import type { ProductInput } from '@shop/contract/products/product-input';
import type { Vault } from '../../../platform/vault.ts';
import { decryptGoods } from '../../stock/units/goods.service.ts';
import { columnsOf, type ProductColumns, productColumns } from '../product-columns.ts';
import type { CreatedProduct } from './product-sheet.queries.ts';

/** `same`, or the field in which the created product differs. Both fields are only read for new products. */
export type EarlierImport = 'same' | 'usageLimit' | 'productLink';

const textOf = (columns: ProductColumns, fingerprint: Buffer | null) =>
  JSON.stringify([...productColumns.map((column) => columns[column] ?? null), fingerprint?.toString('hex')]);

function comparedWith(
  { id, key_id, code_sealed, link_sealed, units }: CreatedProduct,
  input: ProductInput,
  vault: Vault,
) {
  // A pool has no goods of its own.
  if (id === null || key_id === null || code_sealed === null) return 'same';
  if (units !== input.usageLimit) return 'usageLimit';
  const { productLink } = decryptGoods(vault, { id, key_id, code_sealed, link_sealed });
  return productLink === (input.productLink ?? null) ? 'same' : 'productLink';
}

/** Finds a recently created product with the same plain fields and the same code. */
export function createImportMatcher(made: readonly CreatedProduct[], vault: Vault) {
  const known = Map.groupBy(made, (row) => textOf(row, row.code_fingerprint));
  return (input: ProductInput, expiryDate: Date): EarlierImport | undefined => {
    if (known.size === 0) return undefined;
    const columns = columnsOf({ ...input, expiryDate });
    const prints = input.stockKind === 'pool' ? [null] : vault.fingerprints('code', input.code);
    const alike = prints.flatMap((print) => known.get(textOf(columns, print)) ?? []);
    const compared = alike.map((row) => comparedWith(row, input, vault));
    return compared.find((result) => result === 'same') ?? compared[0];
  };
}
