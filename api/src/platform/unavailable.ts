import { databaseErrorCode, isDatabaseUnavailable } from './database/database.ts';

/** A part of the shop that did not do its work for now, under the name that an operator knows it by. */
export class PartUnavailable extends Error {
  readonly part: string;

  constructor(part: string, cause: unknown) {
    super(`the ${part} is unavailable`, { cause });
    this.part = part;
  }
}

const DISK_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE']);

/** Which part failed, if what failed may work again by itself or once an operator has helped. */
export function unavailablePart(error: unknown): string | undefined {
  if (error instanceof PartUnavailable) return error.part;
  if (isDatabaseUnavailable(error)) return 'database';
  return DISK_CODES.has(databaseErrorCode(error) ?? '') ? 'disk' : undefined;
}
