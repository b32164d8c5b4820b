import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import { VisuallyHidden } from '../text/visually-hidden.tsx';
import type { FieldText } from './field.tsx';
import { TextField } from './text-field.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'prefix'>, FieldText {
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          onClick={() => setIsShown(!isShown)}
          className="flex min-h-9 items-center gap-1 rounded-control px-2 text-13 font-medium text-muted hover:text-ink"
        >
          <Icon aria-hidden="true" size={16} />
          {/* Text instead of aria-label, so that only the field's own label matches "password". */}
          {isShown ? 'Hide' : 'Show'}
          <VisuallyHidden> password</VisuallyHidden>
        </button>
      }
    />
  );
}
