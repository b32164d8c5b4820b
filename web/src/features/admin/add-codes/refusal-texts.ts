import type { LineRefusal } from '@shop/contract/stock-kinds';

/** The reasons why a line is refused. */
export const refusalTexts: Record<LineRefusal, string> = {
  'duplicate-in-file': 'The same code is on an earlier line',
  'already-in-stock': 'This code is already in stock or was sold',
  'too-long': 'The code or its link is too long',
  malformed: 'Cannot be read as a code, or as code, link and expiry date (such as 2026-12-31)',
  expired: 'Its expiry date has passed',
};
