import { fail } from '../../../platform/failure.ts';
import { findPasswordProblem, type Person } from './password-choice.rules.ts';

/** Beyond the rules that a form knows: what everybody tries first, or would try of this person. */
export function requireGoodPassword(password: string, person: Person, field: string): void {
  const message = findPasswordProblem(password, person);
  if (message) throw fail('validationFailed', { errors: { [field]: message } });
}
