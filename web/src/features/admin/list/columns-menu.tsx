import { useState } from 'react';
import { CheckboxField } from '../../../ui/forms/checkbox-field.tsx';
import { DisclosureMenu } from '../../../ui/overlays/disclosure-menu.tsx';
import { hiddenIn, hiddenParam } from './hidden-columns.ts';
import { useListUrl } from './use-list-url.ts';

type ColumnsMenuProps = { headers: readonly string[]; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** A menu that shows and hides columns. */
export function ColumnsMenu({ headers, ...menu }: ColumnsMenuProps) {
  const { search, change } = useListUrl();
  const hiddenInUrl = hiddenIn(search);
  const [hidden, setHidden] = useState(hiddenInUrl);
  const [lastHide, setLastHide] = useState(search.get('hide'));
  // A checkbox changes at once and the URL follows. The URL can also change elsewhere.
  if (search.get('hide') !== lastHide) {
    setLastHide(search.get('hide'));
    setHidden(hiddenInUrl);
  }

  function show(header: string, isShown: boolean) {
    const next = new Set(hidden);
    isShown ? next.delete(header) : next.add(header);
    setHidden(next);
    change(hiddenParam(next));
  }
  return (
    <DisclosureMenu label={hidden.size > 0 ? `Columns (${hidden.size} hidden)` : 'Columns'} {...menu}>
      {headers.map((header) => (
        <li key={header} className="px-4 py-1.5">
          <CheckboxField
            label={header}
            checked={!hidden.has(header)}
            onChange={(event) => show(header, event.target.checked)}
          />
        </li>
      ))}
    </DisclosureMenu>
  );
}
