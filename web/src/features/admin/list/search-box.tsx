import { SEARCH_MAX } from '@shop/contract/limits/limits';
import Search from 'lucide-react/icons/search';
import { useContext, useEffect, useId, useRef, useState } from 'react';
import { UNSAFE_DataRouterContext as RouterContext, useLocation, useNavigation } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { controlStyle } from '../../../ui/forms/field.tsx';

const PAUSE_MS = 250;

type SearchBoxProps = { placeholder: string; text: string; onSearch: (text: string) => void; className?: string };

/** A search field with a debounce. */
export function SearchBox({ placeholder, text, onSearch, className }: SearchBoxProps) {
  const id = useId();
  const [typed, setTyped] = useState(text);
  const [lastText, setLastText] = useState(text);
  const latestSearch = useRef(onSearch);
  // Searches of this field that have not reached the URL yet.
  const pendingSearches = useRef(new Set<string>());
  useEffect(() => {
    latestSearch.current = onSearch;
  });

  if (text !== lastText) {
    setLastText(text);
    // The URL was changed by a link or the back button.
    if (!pendingSearches.current.has(text)) setTyped(text);
  }

  // No search during a navigation to another screen, because it would cancel the navigation.
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const isLeaving = next !== undefined && next.pathname !== pathname;
  // useNavigation is a render late, and the debounce can end before it. The router's own state is current.
  const router = useContext(RouterContext)?.router;

  useEffect(() => {
    const trimmed = typed.trim();
    if (trimmed === text) return pendingSearches.current.clear();
    if (isLeaving) return;
    const timer = setTimeout(() => {
      const next = router?.state.navigation.location;
      if (next && next.pathname !== pathname) return;
      pendingSearches.current.add(trimmed);
      latestSearch.current(trimmed);
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
