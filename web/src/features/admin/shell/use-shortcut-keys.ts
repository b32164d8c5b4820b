import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { areShortcutsOn, shortcuts } from './shortcut-keys.ts';

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="slider"]') !== null;

/** Handles keys pressed outside of fields. `onHelp` opens the list of shortcuts. */
export function useShortcutKeys(onHelp: (isListed: true) => void) {
  const navigate = useNavigate();
  const lastKey = useRef('');

  useEffect(() => {
    function follow(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      // An open modal has the keyboard to itself.
      if (document.querySelector('dialog:modal')) return;
      if (!areShortcutsOn()) return;
      if (event.key === '?') return onHelp(true);
      const search = event.key === '/' && document.querySelector<HTMLElement>('main input[type="search"]');
      if (search) {
        event.preventDefault();
        return search.focus();
      }
      const keys = `${lastKey.current}${event.key}`;
      const match = shortcuts.find((shortcut) => shortcut.to && shortcut.keys.join('') === keys);
      lastKey.current = match ? '' : event.key;
      if (match?.to) navigate(match.to);
    }
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, [navigate, onHelp]);
}
