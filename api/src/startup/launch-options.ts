import type { SandboxHistory } from '../local-sandbox.ts';
import type { Shop } from '../shop.ts';
import type { LocateDatabase } from './open-database.ts';

/** `file` also holds the password and is readable by its owner only. */
export type NewAdmin = { email: string; password: string; file: string };

/** The differences between the production server and `npm start`, which brings its own database. */
export type LaunchOptions = SandboxHistory & {
  locateDatabase: LocateDatabase;
  /** Fills an empty shop. Returns the new administrator, whose password must be shown once. */
  seed?: (shop: Shop, say: (line: string) => void) => Promise<NewAdmin | undefined>;
};
