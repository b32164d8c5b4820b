import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { areShortcutsOn, shortcuts } from './shortcut-keys.ts';

const ShortcutList = lazy(() => import('./shortcut-list.tsx'));

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="slider"]') !== null;

/** Keys that lead anywhere in the back office; they are listed under '?'. */
export function Shortcuts() {
  const navigate = useNavigate();
  const [isListed, setIsListed] = useState(false);
  const struck = useRef('');

  useEffect(() => {
    function follow(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      // What is open over the page has the keyboard to itself.
      if (document.querySelector('dialog:modal')) return;
      if (!areShortcutsOn()) return;
      if (event.key === '?') return setIsListed(true);
      const search = event.key === '/' && document.querySelector<HTMLElement>('main input[type="search"]');
      if (search) {
        event.preventDefault();
        return search.focus();
      }
      const keys = `${struck.current}${event.key}`;
      const meant = shortcuts.find((shortcut) => shortcut.to && shortcut.keys.join('') === keys);
      struck.current = meant ? '' : event.key;
      if (meant?.to) navigate(meant.to);
    }
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, [navigate]);

  return (
    <>
      <button
        type="button"
        onClick={() => setIsListed(true)}
        className="mt-2 flex min-h-9 w-full items-center rounded-control px-3 text-13 text-muted hover:text-ink max-lg:hidden"
      >
        Keyboard shortcuts
        <span aria-hidden="true" className="ml-auto rounded-badge border border-line px-1.5">
          ?
        </span>
      </button>
      <Suspense>{isListed && <ShortcutList onClose={() => setIsListed(false)} />}</Suspense>
    </>
  );
}
