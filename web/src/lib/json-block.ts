/** For a JSON block of a document: `<` would let a text in the data end it; U+2028/9 are harmless there. */
export const jsonBlock = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');
