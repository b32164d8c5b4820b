import type { SandboxHistory } from '../local-sandbox.ts';
import type { Shop } from '../shop.ts';
import type { LocateDatabase } from './open-database.ts';

/** `file` holds the password too, for its owner alone. */
export type NewAdmin = { email: string; password: string; file: string };

/** What differs between a shop in production and one that brings itself up. */
export type LaunchOptions = SandboxHistory & {
  locateDatabase: LocateDatabase;
  /** Fills a shop that is empty; answers with the administrator whose password nobody knows yet. */
  seed?: (shop: Shop, say: (line: string) => void) => Promise<NewAdmin | undefined>;
};
