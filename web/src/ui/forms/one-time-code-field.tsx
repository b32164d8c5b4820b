import type { Ref } from 'react';
import { TextField } from './text-field.tsx';

interface OneTimeCodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  /** A recovery code has letters, and no phone offers to fill it in. */
  isRecovery?: boolean;
  /** Where the code is all that is asked for. */
  autoFocus?: boolean;
  error?: string;
}

/** The code of an authenticator app; named `code` in its form. */
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
