import { useState } from 'react';
import { CheckboxField } from '../../../ui/forms/checkbox-field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { areShortcutsOn, shortcuts, switchShortcuts } from './shortcut-keys.ts';

const everyShortcut = [{ keys: ['Ctrl K'], label: 'Jump to anything' }, ...shortcuts];

export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  return (
    <Modal isOpen onClose={onClose} title="Keyboard shortcuts" size="md">
      <dl className="grid gap-1">
        {everyShortcut.map(({ keys, label }) => (
          <div key={label} className="flex min-h-9 items-center justify-between gap-4 border-b border-line">
            <dt>{label}</dt>
            <dd className="flex items-center gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-badge border border-control px-1.5 font-mono text-13">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <CheckboxField
        label="Use these shortcuts"
        hint="On this browser. Jumping with Ctrl K stays."
        checked={isOn}
        onChange={(event) => {
          setIsOn(event.target.checked);
          switchShortcuts(event.target.checked);
        }}
        className="mt-4"
      />
    </Modal>
  );
}
