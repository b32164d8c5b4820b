import { expect, it } from 'vitest';
import { detailsText, subjectNameIn } from './audit-texts.ts';

it('audit details list the changed fields without repeating the subject name', () => {
  const details = { title: 'Gift card', changed: ['price', 'expiryDate', 'isActive', 'goods'] };
  expect([subjectNameIn(details), detailsText(details)]).toEqual([
    'Gift card',
    'Changed: price, expiry date, active, code or link',
  ]);
  expect(detailsText({ title: 'Gift card' })).toBe('-');
});

it('audit details show access, money and batches in readable form', () => {
  expect(detailsText({ role: 'admin', permissions: ['catalogue', 'stock'] })).toBe(
    'Role: admin; permissions: catalogue, stock',
  );
  expect(detailsText({ permissions: [], active: false })).toBe('Permissions: none; active: no');
  expect(detailsText({ from: 'completed', amount: 1499.5 })).toBe('From: completed; amount: ₹1,499.50');
  expect(detailsText({ title: 'Gift card', reference: 'PO-1', units: 5 })).toBe('Reference: PO-1; units: 5');
});
