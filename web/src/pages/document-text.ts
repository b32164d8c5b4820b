/** A legal text as data; the page component renders it. */
type DocumentEntry = { term: string; text: string };
export type DocumentBlock = string | { entries: readonly DocumentEntry[] } | { points: readonly string[] };
export type DocumentSection = { id: string; title: string; blocks: readonly DocumentBlock[] };
