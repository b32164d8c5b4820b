import { type ReactNode, useState } from 'react';
import { NavLink } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { DisclosureMenu } from '../../ui/overlays/disclosure-menu.tsx';
import { AccountLinks } from './account-links.tsx';
import { Logo } from './logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { headerGroups } from './navigation.ts';

const linkStyle =
  'inline-flex min-h-9 items-center rounded-control px-3 font-medium hover:bg-sunken aria-[current]:text-brand';

/** `search` is a prop, because the shell must not import the product feature. */
export function Header({ search }: { search?: ReactNode }) {
  const [openGroup, setOpenGroup] = useState<string | null>(null);
  return (
    <header data-print="never" className="page-header z-30 border-b border-line bg-surface">
      <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 lg:flex-nowrap lg:py-0">
        <Logo />
        {search && <div className="order-last w-full min-w-0 lg:order-none lg:w-auto lg:flex-1">{search}</div>}
        <nav aria-label="Main" className="ml-auto hidden items-center gap-1 md:flex">
          {headerGroups.map(({ label, links }) => (
            <DisclosureMenu
              key={label}
              label={label}
              isOpen={openGroup === label}
              onOpenChange={(isOpen) => setOpenGroup(isOpen ? label : null)}
            >
              {links.map((link) => (
                <li key={link.to}>
                  <NavLink to={link.to} className="block px-4 py-2 hover:bg-sunken aria-[current]:text-brand">
                    {link.label}
                  </NavLink>
                </li>
              ))}
            </DisclosureMenu>
          ))}
          <NavLink to={urls.contact} className={linkStyle}>
            Contact
          </NavLink>
          <AccountLinks linkStyle={linkStyle} />
        </nav>
        <MobileMenu />
      </div>
    </header>
  );
}
