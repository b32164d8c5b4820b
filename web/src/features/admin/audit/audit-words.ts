/** 'product.updated' → 'Product updated' */
export function actionWords(action: string): string {
  const words = action.replaceAll(/[._-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const valueText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

export const detailsText = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([key, value]) => `${key}: ${valueText(value)}`)
    .join(', ') || '-';

/** What the subject was called when it happened, where that was written down. */
export const nameIn = ({ title, name, reference }: Record<string, unknown>): string | undefined =>
  [title, name, reference].find((value) => typeof value === 'string');
