import { databaseErrorCode, isDatabaseUnavailable } from './database/database.ts';

/** A service that the shop depends on failed for now. `part` is its name for the operator. */
export class PartUnavailable extends Error {
  readonly part: string;

  constructor(part: string, cause: unknown) {
    super(`the ${part} is unavailable`, { cause });
    this.part = part;
  }
}

const DISK_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE']);

/** The part that failed, if it may recover by itself or with an operator's help; undefined for all other errors. */
export function unavailablePart(error: unknown): string | undefined {
  if (error instanceof PartUnavailable) return error.part;
  if (isDatabaseUnavailable(error)) return 'database';
  return DISK_CODES.has(databaseErrorCode(error) ?? '') ? 'disk' : undefined;
}
