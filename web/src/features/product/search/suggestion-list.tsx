import type { Suggestion } from '@shop/contract/products/catalogue';
import type { SyntheticEvent } from 'react';
import { SuggestionLine } from './suggestion-line.tsx';

/** A press must not take the focus from the input: the list closes on blur, before the click arrives. */
const keepInputFocus = {
  onPointerDown: (event: SyntheticEvent) => event.preventDefault(),
  onMouseDown: (event: SyntheticEvent) => event.preventDefault(),
};

export type SuggestionListProps = {
  id: string;
  text: string;
  suggestions: Suggestion[];
  activeIndex: number;
  optionId: (index: number) => string;
  onChoose: (productId: string) => void;
};

/** The suggestions, with a button below for all results. */
export const SuggestionList = ({ id, text, suggestions, activeIndex, optionId, onChoose }: SuggestionListProps) => (
  <div className="overlay-in absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded-control border border-line bg-surface py-1 shadow-overlay">
    <div id={id} role="listbox" aria-label="Suggestions">
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
        <div
          key={suggestion._id}
          id={optionId(index)}
          role="option"
          aria-selected={index === activeIndex}
          {...keepInputFocus}
          onClick={() => onChoose(suggestion._id)}
          className="cursor-pointer px-4 py-1.5 hover:bg-sunken aria-selected:bg-brand-soft"
        >
          <SuggestionLine suggestion={suggestion} />
        </div>
      ))}
    </div>
    <button
      type="submit"
      tabIndex={-1}
      {...keepInputFocus}
      className="block min-h-11 w-full border-t border-line px-4 text-left font-semibold wrap-anywhere text-brand hover:bg-sunken"
    >
      All results for “{text}”
    </button>
  </div>
);
