import { SEARCH_MAX } from '@shop/contract/limits/limits';
import Search from 'lucide-react/icons/search';
import { useContext, useEffect, useId, useRef, useState } from 'react';
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useNavigation } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { controlStyle } from '../../../ui/forms/field.tsx';

const PAUSE_MS = 250;

type SearchBoxProps = { placeholder: string; text: string; onSearch: (text: string) => void; className?: string };

/** Searches once the typing pauses. */
export function SearchBox({ placeholder, text, onSearch, className }: SearchBoxProps) {
  const id = useId();
  const [typed, setTyped] = useState(text);
  const [shownText, setShownText] = useState(text);
  const latestSearch = useRef(onSearch);
  // What was searched for from here and is on its way into the address.
  const asked = useRef(new Set<string>());
  useEffect(() => {
    latestSearch.current = onSearch;
  });

  if (text !== shownText) {
    setShownText(text);
    // From elsewhere: a link, the back button.
    if (!asked.current.has(text)) setTyped(text);
  }

  // Whoever has chosen another screen goes there, however long that takes: a search would end the navigation.
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const isLeaving = next !== undefined && next.pathname !== pathname;
  // That is drawn a moment after the navigation has begun, in which the pause may end: the router itself knows it at once.
  const router = useContext(RouterContext)?.router;

  useEffect(() => {
    const sought = typed.trim();
    if (sought === text) return asked.current.clear();
    if (isLeaving) return;
    const timer = setTimeout(() => {
      const next = router?.state.navigation.location;
      if (next && next.pathname !== pathname) return;
      asked.current.add(sought);
      latestSearch.current(sought);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, text, isLeaving, pathname, router]);

  return (
    <div className={classNames('relative', className)}>
      <label htmlFor={id} className="sr-only">
        {placeholder}
      </label>
      <Search aria-hidden="true" size={16} className="absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
      <input
        id={id}
        type="search"
        placeholder={placeholder}
        value={typed}
        maxLength={SEARCH_MAX}
        onChange={(event) => setTyped(event.target.value)}
        className={classNames(controlStyle, 'pl-9')}
      />
    </div>
  );
}
