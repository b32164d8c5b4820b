import { LIST_ITEMS_MAX } from '@shop/contract/limits/limits';
import { expect, it, vi } from 'vitest';
import { asFormValue, readSheet } from './product-sheet.rules.ts';
import { planLines } from './product-sheet-plan.rules.ts';

it('reading and planning a sheet yields to the event loop', async () => {
  const lines = Array.from({ length: 20 }, (_, index) => `Line ${index},Acme,Voucher,10,2099-01-02,pool`);
  const text = ['Title,Company,Category,Price,Expiry Date,Stock', ...lines].join('\n');
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  // Simulates a machine that needs a millisecond per line.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1;
    return now;
  });
  try {
    const sheet = await readSheet(text);
    expect(turns).toBeGreaterThan(0);
    turns = 0;
    const context = { rows: [], findEarlierImport: () => undefined, now: new Date() };
    expect(await planLines('lines' in sheet ? sheet.lines : [], context)).toHaveLength(20);
    expect(turns).toBeGreaterThan(0);
  } finally {
    clock.mockRestore();
    clearInterval(timer);
  }
});

it('a list cell is split at bars, in linear time over many spaces', () => {
  expect(asFormValue('details', ' One |Two\\|2|  ')).toEqual(['One', 'Two|2']);
  const blanks = ' '.repeat(200_000);
  expect(asFormValue('details', `One${blanks}.${blanks}|Two`)).toEqual([`One${blanks}.`, 'Two']);
});

it('a list cell yields at most one item more than allowed', () => {
  expect(asFormValue('details', 'a|'.repeat(30_000))).toHaveLength(LIST_ITEMS_MAX + 1);
});
