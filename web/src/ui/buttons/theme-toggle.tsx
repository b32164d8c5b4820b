import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useId, useState } from 'react';
import { VisuallyHidden } from '../text/visually-hidden.tsx';
import { applyTheme, type Theme } from '../theme.ts';

const choices = [
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
] as const;

/** `initialTheme` comes from the cookie that the server read. */
export function ThemeToggle({ initialTheme }: { initialTheme: Theme }) {
  const name = useId();
  const [theme, setTheme] = useState(initialTheme);
  return (
    <fieldset className="inline-flex rounded-control border border-line bg-surface p-0.5">
      <legend className="sr-only">Theme</legend>
      {choices.map(({ theme: choice, label, Icon }) => (
        <label
          key={choice}
          title={label}
          className="relative flex size-8 items-center justify-center rounded-badge text-muted hover:text-ink has-checked:bg-brand-soft has-checked:text-brand has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={choice}
            checked={theme === choice}
            onChange={() => {
              setTheme(choice);
              applyTheme(choice);
            }}
            className="absolute inset-0 opacity-0"
          />
          <Icon aria-hidden="true" size={16} />
          <VisuallyHidden>{label}</VisuallyHidden>
        </label>
      ))}
    </fieldset>
  );
}
