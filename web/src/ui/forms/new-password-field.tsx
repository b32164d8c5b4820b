import { FULL_PASSWORD_SCORE, passwordChecklist, passwordScore, strengthLabel } from '@shop/contract/accounts/password';
import type { ComponentProps } from 'react';
import { PasswordField } from './password-field.tsx';
import { RuleChecklist } from './rule-checklist.tsx';
import { StrengthMeter } from './strength-meter.tsx';

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof PasswordField>, 'autoComplete'> {
  /** The current input. */
  password: string;
  /** The score that fills the strength meter. */
  fullScore?: number;
}

/** A field for a new password, with a strength meter and the list of rules. */
export function NewPasswordField({ password, fullScore = FULL_PASSWORD_SCORE, ...field }: NewPasswordFieldProps) {
  const score = passwordScore(password);
  return (
    <div className="grid gap-2">
      <PasswordField {...field} autoComplete="new-password" />
      <StrengthMeter label="Strength" strength={strengthLabel(score)} fraction={score / fullScore} />
      <RuleChecklist
        rules={passwordChecklist.map(({ label, pattern }) => ({ label, isMet: pattern.test(password) }))}
      />
    </div>
  );
}
