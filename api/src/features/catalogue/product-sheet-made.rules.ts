import type { ProductInput } from '@shop/contract/product-input';
import type { Vault } from '../../platform/vault.ts';
import { columnsOf, type ProductColumns, productColumns } from './product-columns.ts';
import type { MadeProduct } from './product-sheet.queries.ts';

const textOf = (columns: ProductColumns, fingerprint: Buffer | null) =>
  JSON.stringify([...productColumns.map((column) => columns[column] ?? null), fingerprint?.toString('hex')]);

/** Whether a product is one of those that were made: the same in every field, and with the same code. */
export function knowing(made: readonly MadeProduct[], vault: Vault) {
  const known = new Set(made.map((row) => textOf(row, row.code_fingerprint)));
  return (input: ProductInput, expiryDate: Date): boolean => {
    if (known.size === 0) return false;
    const columns = columnsOf({ ...input, expiryDate });
    const prints = input.stockKind === 'pool' ? [null] : vault.fingerprints('code', input.code);
    return prints.some((print) => known.has(textOf(columns, print)));
  };
}
