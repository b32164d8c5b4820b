/** A long text as data: the page decides how it looks, the module beside it what it says. */
type DocumentEntry = { term: string; text: string };
export type DocumentBlock = string | { entries: readonly DocumentEntry[] } | { points: readonly string[] };
export type DocumentSection = { id: string; title: string; blocks: readonly DocumentBlock[] };
