import { fieldMessages } from '../failures/messages.ts';
import { PASSWORD } from '../limits/limits.ts';

const LONG_ENOUGH = new RegExp(`^.{${PASSWORD.min},}$`, 's');
const LOWERCASE = /[a-z]/;
const UPPERCASE = /[A-Z]/;
const NUMBER = /[0-9]/;
const SPECIAL = /[!@#$%^&*(),.?":{}|<>]/;

/** The rules for a new password, in the order of their messages (spec §5). */
export const passwordRequirements = [
  { pattern: LONG_ENOUGH, message: fieldMessages.passwordShort },
  { pattern: LOWERCASE, message: fieldMessages.passwordLowercase },
  { pattern: UPPERCASE, message: fieldMessages.passwordUppercase },
  { pattern: NUMBER, message: fieldMessages.passwordNumber },
  { pattern: SPECIAL, message: fieldMessages.passwordSpecial },
] as const;

/** The same rules as labels for the form. */
export const passwordChecklist = [
  { pattern: LONG_ENOUGH, label: `At least ${PASSWORD.min} characters` },
  { pattern: UPPERCASE, label: 'One uppercase letter' },
  { pattern: LOWERCASE, label: 'One lowercase letter' },
  { pattern: NUMBER, label: 'One number' },
  { pattern: SPECIAL, label: 'One special character, such as ! @ # $ % ?' },
] as const;

/** One point for each pattern (spec §4). Here every character that is no ASCII letter or digit counts as special. */
const strengthPoints = [LONG_ENOUGH, UPPERCASE, LOWERCASE, NUMBER, /[^A-Za-z0-9]/];
export const FULL_PASSWORD_SCORE = strengthPoints.length;
export const passwordScore = (password: string): number =>
  strengthPoints.filter((pattern) => pattern.test(password)).length;

export type StrengthLabel = '' | 'Weak' | 'Fair' | 'Good' | 'Strong';
const labels: readonly StrengthLabel[] = ['', 'Weak', 'Fair', 'Good', 'Strong', 'Strong'];
export const strengthLabel = (score: number): StrengthLabel => labels[score] ?? 'Strong';
