import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';

interface Tab {
  id: string;
  label: string;
  content: ReactNode;
  /** Renders the panel even while it is hidden: it keeps its input and is readable without JavaScript. */
  isAlwaysRendered?: boolean;
}

interface TabsProps {
  label: string;
  tabs: readonly [Tab, ...Tab[]];
  /** The tab that is open at first; the first one by default. */
  firstId?: string;
}

export function Tabs({ label, tabs, firstId = tabs[0].id }: TabsProps) {
  const baseId = useId();
  const listRef = useRef<HTMLDivElement>(null);
  const [selectedId, setSelectedId] = useState(firstId);
  const current = tabs.find((tab) => tab.id === selectedId) ?? tabs[0];

  function handleKeyDown(event: KeyboardEvent) {
    const index = nextTabIndex(event.key, tabs.indexOf(current), tabs.length);
    const tab = index === null ? undefined : tabs[index];
    if (index === null || !tab) return;
    event.preventDefault();
    setSelectedId(tab.id);
    listRef.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  }

  return (
    <div>
      <div
        ref={listRef}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKeyDown}
        className="grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] border-b border-line sm:flex sm:gap-x-1"
      >
        {tabs.map((tab) => {
          const isSelected = tab === current;
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${baseId}-tab-${tab.id}`}
              aria-selected={isSelected}
              aria-controls={isSelected || tab.isAlwaysRendered ? `${baseId}-panel-${tab.id}` : undefined}
              tabIndex={isSelected ? 0 : -1}
              onClick={() => setSelectedId(tab.id)}
              className={classNames(
                '-mb-px min-h-11 border-b-2 px-1 text-13 font-semibold sm:px-3 sm:text-15 -outline-offset-2 transition-colors duration-120',
                isSelected ? 'border-brand text-brand' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      {tabs
        .filter((tab) => tab === current || tab.isAlwaysRendered)
        .map((tab) => (
          <div
            key={tab.id}
            role="tabpanel"
            id={`${baseId}-panel-${tab.id}`}
            aria-labelledby={`${baseId}-tab-${tab.id}`}
            hidden={tab !== current}
            data-without-script
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel of plain text must be reachable to be scrolled
            tabIndex={0}
            className="py-4"
          >
            {tab.content}
          </div>
        ))}
    </div>
  );
}

function nextTabIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
