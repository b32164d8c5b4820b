import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId, useState } from 'react';
import { classNames } from '../class-names.ts';

interface AccordionItem {
  id: string;
  title: string;
  content: ReactNode;
}

interface AccordionProps {
  items: readonly AccordionItem[];
  heading?: 'h2' | 'h3' | 'h4';
}

/** At most one item is open. Closed items stay in the HTML for search engines and browsers without JavaScript. */
export function Accordion({ items, heading: Heading = 'h3' }: AccordionProps) {
  const baseId = useId();
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface">
      {items.map((item) => {
        const isOpen = item.id === openId;
        const buttonId = `${baseId}-button-${item.id}`;
        const panelId = `${baseId}-panel-${item.id}`;
        return (
          <div key={item.id}>
            <Heading>
              <button
                type="button"
                id={buttonId}
                aria-expanded={isOpen}
                aria-controls={panelId}
                onClick={() => setOpenId(isOpen ? null : item.id)}
                className="flex min-h-12 w-full items-center justify-between gap-4 px-4 py-3 text-start text-17 font-semibold -outline-offset-2"
              >
                {item.title}
                <ChevronDown
                  aria-hidden="true"
                  size={20}
                  className={classNames(
                    'shrink-0 text-muted transition-transform duration-200 ease-out',
                    isOpen && 'rotate-180',
                  )}
                />
              </button>
            </Heading>
            <section id={panelId} aria-labelledby={buttonId} hidden={!isOpen} data-without-script className="px-4 pb-4">
              {item.content}
            </section>
          </div>
        );
      })}
    </div>
  );
}
