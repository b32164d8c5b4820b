import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { databaseErrorCode } from '../database/database.ts';
import type { Migration } from './migration.ts';

/**
 * Whoever wants a table that a migration waits for waits behind it: it gives way before the shop's own statements run out
 * of patience (two seconds), and comes back later.
 */
const LOCK_TIMEOUT_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
// About ten minutes.
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
      // A connection that is lost has rolled back by itself.
      await client.query('rollback').catch(() => {});
      const isInTheWay = [LOCK_NOT_AVAILABLE, DEADLOCK].includes(databaseErrorCode(error) ?? '');
      if (!isInTheWay || attempt === ATTEMPTS) throw error;
      log(`${name} gave way to a transaction that holds what it needs; trying again`);
      await pause(Math.min(LOCK_TIMEOUT_MS * 2 ** attempt, LONGEST_PAUSE_MS));
    }
}
