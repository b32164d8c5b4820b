import { PASSWORD } from './limits.ts';
import { fieldMessages } from './messages.ts';

/** What the checklist shows and the strength score counts: one point each (spec §4). */
export const strengthRules = [
  { label: 'At least 8 characters', holds: (password: string) => password.length >= PASSWORD.min },
  { label: 'One uppercase letter', holds: (password: string) => /[A-Z]/.test(password) },
  { label: 'One lowercase letter', holds: (password: string) => /[a-z]/.test(password) },
  { label: 'One number', holds: (password: string) => /[0-9]/.test(password) },
  { label: 'One special character', holds: (password: string) => /[^A-Za-z0-9]/.test(password) },
] as const;

export const passwordScore = (password: string): number => strengthRules.filter((rule) => rule.holds(password)).length;

export type StrengthLabel = '' | 'Weak' | 'Fair' | 'Good' | 'Strong';
const labels: readonly StrengthLabel[] = ['', 'Weak', 'Fair', 'Good', 'Strong', 'Strong'];
export const strengthLabel = (score: number): StrengthLabel => labels[score] ?? 'Strong';

/** What a new password must satisfy, in the order in which the messages are shown (spec §5). */
export const passwordRequirements = [
  { pattern: /^.{8,}$/s, message: fieldMessages.passwordShort },
  { pattern: /[a-z]/, message: fieldMessages.passwordLowercase },
  { pattern: /[A-Z]/, message: fieldMessages.passwordUppercase },
  { pattern: /[0-9]/, message: fieldMessages.passwordNumber },
  { pattern: /[!@#$%^&*(),.?":{}|<>]/, message: fieldMessages.passwordSpecial },
] as const;
