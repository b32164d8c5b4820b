import { expect, it } from 'vitest';
import { isAccepted } from './file-accept.ts';

const photo = new File([''], 'Photo.PNG', { type: 'image/png' });

it.each([
  ['image/*', true],
  ['image/png, image/jpeg', true],
  ['image/jpeg, .png', true],
  ['text/csv', false],
  ['.csv', false],
])('accept="%s" takes a PNG: %s', (accept, isTaken) => {
  expect(isAccepted(photo, accept)).toBe(isTaken);
});
