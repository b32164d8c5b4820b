import { SEARCH_MAX } from '@shop/contract/limits/limits';
import Search from 'lucide-react/icons/search';
import { type ComponentType, type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { controlStyle } from '../../../ui/forms/field.tsx';
import { productViewUrl, readProductView } from '../browse/product-query.ts';
import { usePendingView } from '../browse/use-pending-view.ts';
import type { SuggestionListProps } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

const NONE = -1;

/** The keyboard of a phone covers the results, so the field gives up the focus. */
function blurOnTouchScreens() {
  if (matchMedia('(pointer: coarse)').matches && document.activeElement instanceof HTMLElement)
    document.activeElement.blur();
}

/**
 * The search in the header. Enter searches and the arrow keys choose a suggestion; without JavaScript it is a plain
 * form.
 */
export function SearchBox() {
  const { pathname, search: query } = useLocation();
  const navigate = useNavigate();
  const view = usePendingView(pathname === urls.home ? readProductView(new URLSearchParams(query)) : {});
  const baseId = useId();
  const listId = `${baseId}-list`;
  const optionId = (index: number) => `${baseId}-option-${index}`;
  const [text, setText] = useState(view.q ?? '');
  const [isTyping, setIsTyping] = useState(false);
  const [activeIndex, setActiveIndex] = useState(NONE);
  const suggestions = useSuggestions(text, isTyping);
  const [List, setList] = useState<ComponentType<SuggestionListProps> | null>(null);
  const isOpen = List !== null && isTyping && suggestions.length > 0;
  const active = isOpen ? suggestions[activeIndex] : undefined;

  // The query can change outside this box (back button, filters, "Clear all"). Text that is being typed stays.
  const [lastQuery, setLastQuery] = useState(view.q);
  if (view.q !== lastQuery) {
    setLastQuery(view.q);
    if (!isTyping) setText(view.q ?? '');
  }

  /** Loaded on demand. If the file does not load, Enter still searches. */
  function loadList() {
    import('./suggestion-list.tsx').then(
      ({ SuggestionList }) => setList(() => SuggestionList),
      () => undefined,
    );
  }
  function close() {
    setIsTyping(false);
    setActiveIndex(NONE);
  }
  function search(event: FormEvent) {
    event.preventDefault();
    close();
    blurOnTouchScreens();
    navigate(productViewUrl({ ...view, q: text.trim() || undefined, sort: undefined, page: undefined }));
  }
  function openProduct(id: string) {
    close();
    navigate(urls.product(id));
  }
  function handleKeyDown(event: KeyboardEvent) {
    // The keys belong to the input method editor.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      openProduct(active._id);
    } else if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      // One more stop than suggestions: the extra stop is the typed text.
      const stops = suggestions.length + 1;
      const step = event.key === 'ArrowDown' ? 1 : stops - 1;
      setActiveIndex(((activeIndex + 1 + step) % stops) - 1);
    }
  }

  return (
    <search className="relative">
      <form action={urls.home} onSubmit={search} className="flex gap-2">
        <label htmlFor={`${baseId}-input`} className="sr-only">
          Search products
        </label>
        <div className="relative flex-1">
          <Search
            aria-hidden="true"
            size={18}
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
          />
          <input
            id={`${baseId}-input`}
            type="search"
            name="q"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active && optionId(activeIndex)}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={SEARCH_MAX}
            placeholder="Search products"
            value={text}
            onChange={(event) => {
              if (!List) loadList();
              setText(event.target.value);
              setIsTyping(true);
              setActiveIndex(NONE);
            }}
            onKeyDown={handleKeyDown}
            onFocus={loadList}
            onBlur={close}
            className={classNames(controlStyle, 'pl-10')}
          />
        </div>
        <Button type="submit" variant="secondary">
          Search
        </Button>
        {isOpen && (
          <List
            id={listId}
            text={text.trim()}
            suggestions={suggestions}
            activeIndex={activeIndex}
            optionId={optionId}
            onChoose={openProduct}
          />
        )}
      </form>
      <p role="status" className="sr-only">
        {isOpen && `Suggestions: ${suggestions.length}, use the arrow keys`}
      </p>
    </search>
  );
}
