import type { Ref } from 'react';
import { TextField } from './text-field.tsx';

interface OneTimeCodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  /** A recovery code contains letters, and phones cannot fill it in. */
  isRecovery?: boolean;
  /** For forms with no other field. */
  autoFocus?: boolean;
  error?: string;
}

/** A field for the code of an authenticator app. Its name in the form is `code`. */
export const OneTimeCodeField = ({ isRecovery = false, autoFocus, ...field }: OneTimeCodeFieldProps) => (
  <TextField
    {...field}
    label={isRecovery ? 'Recovery code' : 'Code'}
    name="code"
    required
    autoFocus={autoFocus}
    autoComplete={isRecovery ? 'off' : 'one-time-code'}
    inputMode={isRecovery ? 'text' : 'numeric'}
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
  />
);
