import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { AccountLinks } from './account-links.tsx';
import { headerGroups } from './navigation.ts';

const linkStyle =
  'flex min-h-11 items-center rounded-control px-2 font-medium hover:bg-sunken aria-[current]:text-brand';

/** The header links on small screens. The menu closes when a link is chosen or the focus leaves it. */
export function MobileMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const Icon = isOpen ? X : Menu;

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return;
    setIsOpen(false);
    button.current?.focus();
  }
  function closeAfterChoice(event: MouseEvent) {
    if ((event.target as Element).closest('a')) setIsOpen(false);
  }
  function closeWhenFocusLeaves({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false);
  }

  return (
    <div className="ml-auto md:hidden" onKeyDown={closeOnEscape} onBlur={closeWhenFocusLeaves}>
      <button
        ref={button}
        type="button"
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
        className="flex size-11 items-center justify-center rounded-control border border-control"
      >
        <Icon aria-hidden="true" size={20} />
      </button>
      <nav
        id={panelId}
        aria-label="Main"
        hidden={!isOpen}
        onClick={closeAfterChoice}
        className="mobile-menu overlay-in"
      >
        {headerGroups.map(({ label, links }) => (
          <section key={label} className="mb-3 border-b border-line pb-3">
            <h2 className="px-2 text-13 font-semibold text-muted">{label}</h2>
            <ul>
              {links.map((link) => (
                <li key={link.to}>
                  <NavLink to={link.to} className={linkStyle}>
                    {link.label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <div className="grid gap-2">
          <NavLink to={urls.contact} className={linkStyle}>
            Contact
          </NavLink>
          <AccountLinks linkStyle={linkStyle} />
        </div>
      </nav>
    </div>
  );
}
