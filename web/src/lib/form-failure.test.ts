import { expect, it, vi } from 'vitest';
import { serverMessageOr, showFieldErrors } from './form-failure.ts';

const failure = (errors: Record<string, string>) => ({
  message: 'Why',
  status: 422,
  code: 'VALIDATION_FAILED' as const,
  errors,
});

it('showFieldErrors shows messages at known fields and reports if there are none', () => {
  const form = { getValues: () => ({ name: '', email: '' }), setError: vi.fn() };
  expect(showFieldErrors(form as never, failure({ role: 'Unknown' }))).toBe(false);
  expect(showFieldErrors(form as never, undefined)).toBe(false);
  expect(form.setError).not.toHaveBeenCalled();
  expect(showFieldErrors(form as never, failure({ role: 'Unknown', name: 'Short', email: 'Odd' }))).toBe(true);
  expect(form.setError.mock.calls).toEqual([
    ['name', { message: 'Short' }, { shouldFocus: true }],
    ['email', { message: 'Odd' }, { shouldFocus: false }],
  ]);
});

it('serverMessageOr uses the fallback for a failure without a code', () => {
  expect(serverMessageOr('Update failed', failure({}))).toBe('Why');
  expect(serverMessageOr('Update failed', { ...failure({}), code: null })).toBe('Update failed');
});
