import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { databaseErrorCode } from '../database/database.ts';
import type { Migration } from './migration.ts';

// While a migration waits for a table, all later statements on that table wait behind it. It gives up before their own lock
// timeout of two seconds, and retries later.
const LOCK_TIMEOUT_MS = 500;
const MAX_PAUSE_MS = 10_000;
// Together about ten minutes.
const ATTEMPTS = 65;

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

export async function applyInTransaction(client: pg.Client, { name, sql, log }: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = 0`);
      await client.query(sql);
      await client.query('insert into migrations (name) values ($1)', [name]);
      await client.query('commit');
      return;
    } catch (error) {
      // Fails on a lost connection, where PostgreSQL rolls back by itself.
      await client.query('rollback').catch(() => {});
      const isBlocked = [LOCK_NOT_AVAILABLE, DEADLOCK].includes(databaseErrorCode(error) ?? '');
      if (!isBlocked || attempt === ATTEMPTS) throw error;
      log(`${name} gave way to a transaction that holds what it needs; trying again`);
      await pause(Math.min(LOCK_TIMEOUT_MS * 2 ** attempt, MAX_PAUSE_MS));
    }
}
