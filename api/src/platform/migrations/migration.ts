export type Migration = { name: string; sql: string; log: (line: string) => void };

/** The first line of a migration file that runs outside a transaction. */
export const CONCURRENTLY = '-- concurrently';

export const isConcurrent = (sql: string): boolean => sql.split('\n', 1)[0]?.trim() === CONCURRENTLY;
