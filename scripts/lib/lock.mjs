import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CACHE } from './project.mjs';

/** Longer than any step. The holder of an older lock is gone, and its process id was reused. */
const LONGEST_STEP_MS = 30 * 60_000;

const DEAD = Symbol('dead');

/** Runs `work` under a lock, for example so that two starts do not install at once. */
export async function withLock(name, work) {
  const file = join(CACHE, `${name}.lock`);
  mkdirSync(CACHE, { recursive: true });
  let hasSaidSo = false;
  while (!tryCreate(file)) {
    const holder = holderOf(file);
    if (holder === DEAD) removeDead(file);
    if (typeof holder === 'number' && !hasSaidSo) {
      console.log(`Waiting for process ${holder}, which is busy with the same step…`);
      hasSaidSo = true;
    }
    await delay(100);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Links a finished file into place, so that a lock always contains its process id. */
function tryCreate(file) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The process id of the holder, DEAD if it is gone, or nothing if the lock is free. */
function holderOf(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    const isRecent = Date.now() - statSync(file).mtimeMs < LONGEST_STEP_MS;
    return isRecent && isAlive(pid) ? pid : DEAD;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes a dead lock, one process at a time and after a second check, because another process may hold a new one. */
function removeDead(file) {
  const turn = `${file}.removal`;
  try {
    mkdirSync(turn);
  } catch (error) {
    if (error.code === 'EEXIST') return;
    throw error;
  }
  try {
    if (holderOf(file) === DEAD) rmSync(file, { force: true });
  } finally {
    rmdirSync(turn);
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
