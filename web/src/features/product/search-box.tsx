import { SEARCH_MAX } from '@shop/contract/limits';
import Search from 'lucide-react/icons/search';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { controlStyle } from '../../ui/field.tsx';
import { type ProductView, productViewUrl } from './product-query.ts';
import { useSuggestions } from './use-suggestions.ts';

const NONE = -1;

/** Search as you type: Enter searches, arrows choose a suggestion. Without script it is a plain form. */
export function SearchBox({ view }: { view: ProductView }) {
  const navigate = useNavigate();
  const baseId = useId();
  const listId = `${baseId}-list`;
  const optionId = (index: number) => `${baseId}-option-${index}`;
  const [text, setText] = useState(view.q ?? '');
  const [isTyping, setIsTyping] = useState(false);
  const [activeIndex, setActiveIndex] = useState(NONE);
  const suggestions = useSuggestions(text, isTyping);
  const isOpen = isTyping && suggestions.length > 0;
  const active = isOpen ? suggestions[activeIndex] : undefined;

  // The address may change without this box: the back button, a filter, "clear all".
  useEffect(() => setText(view.q ?? ''), [view.q]);

  function close() {
    setIsTyping(false);
    setActiveIndex(NONE);
  }
  function search(event: FormEvent) {
    event.preventDefault();
    close();
    navigate(productViewUrl({ ...view, q: text.trim() || undefined, sort: undefined, page: undefined }));
  }
  function openProduct(id: string) {
    close();
    navigate(urls.product(id));
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      openProduct(active._id);
    } else if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      // One more stop than suggestions: past either end the choice is the typed text again.
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
              setText(event.target.value);
              setIsTyping(true);
              setActiveIndex(NONE);
            }}
            onKeyDown={handleKeyDown}
            onBlur={close}
            className={classNames(controlStyle, 'pl-10')}
          />
        </div>
        <Button type="submit" size="lg">
          Search
        </Button>
      </form>
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isOpen}
        className="overlay-in absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded-control border border-line bg-surface py-1 shadow-overlay"
      >
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
          <div
            key={suggestion._id}
            id={optionId(index)}
            role="option"
            aria-selected={index === activeIndex}
            // Pressing must not take the focus from the input, or the list would close before the click.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => openProduct(suggestion._id)}
            className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 px-4 py-1.5 hover:bg-sunken aria-selected:bg-brand-soft"
          >
            <span className="font-medium">{suggestion.title}</span>
            <span className="text-13 text-muted">
              {suggestion.company} · {suggestion.category}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className="sr-only">
        {isOpen && `${suggestions.length} suggestions, use the arrow keys`}
      </p>
    </search>
  );
}
