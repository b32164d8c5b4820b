import { expect, vi } from 'vitest';
import type { TestShop } from '../test-shop.ts';

/** Waits until exactly one statement is blocked by a lock that the test holds. */
export const waitForBlockedQuery = ({ pool }: Pick<TestShop, 'pool'>) =>
  vi.waitFor(
    async () => {
      const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      expect((await pool.query(waiting)).rowCount).toBe(1);
    },
    { timeout: 30_000 },
  );
