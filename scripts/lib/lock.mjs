import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CACHE } from './project.mjs';

/** No step takes this long: whoever wrote an older lock is gone, and its process id now belongs to somebody else. */
const LONGEST_STEP_MS = 30 * 60_000;

const DEAD = Symbol('dead');

/** Runs `work` while no other script holds the same lock, e.g. so that two starts at once do not both install. */
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

/** Linking a finished file into place means that nobody ever reads a lock without its process id. */
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

/** The process that holds the lock, DEAD if it is gone, or nothing if the lock was released meanwhile. */
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

/** One at a time and after a second look: whoever removed the dead lock first may hold a new one by now. */
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
