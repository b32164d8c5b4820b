import Menu from 'lucide-react/icons/menu';
import { type ReactNode, useId, useState } from 'react';
import { useSelector } from 'react-redux';
import { NavLink, useLocation } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { classNames } from '../../../ui/class-names.ts';
import { authSlice } from '../../auth/auth.slice.ts';
import { sectionAt, sectionsFor } from './admin-navigation.ts';
import { CommandPalette } from './command-palette.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { WaitingCount } from './waiting-count.tsx';

export const itemStyle = 'flex min-h-10 w-full items-center gap-3 rounded-control px-3 font-medium hover:bg-sunken';

/** The sections of the administration: a column beside the page, or a menu above it on a small screen. */
export function AdminSidebar({ logOut }: { logOut: ReactNode }) {
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const { user } = useSelector(authSlice.selectSlice);
  const current = sectionAt(pathname);

  return (
    <nav aria-label="Back office" className="lg:sticky lg:top-20 lg:w-48 lg:shrink-0 lg:self-start">
      <div className="flex gap-2 lg:mb-3">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setIsOpen(!isOpen)}
          className="control-border flex min-h-11 flex-1 items-center gap-3 bg-surface px-3 font-semibold lg:hidden"
        >
          <Menu aria-hidden="true" size={18} />
          {current?.label ?? 'Sections'}
        </button>
        <CommandPalette />
      </div>
      <ul
        id={listId}
        onClick={() => setIsOpen(false)}
        className={classNames(
          'gap-1 rounded-card border border-line bg-surface p-2 max-lg:mt-2 lg:grid',
          isOpen ? 'grid' : 'hidden',
        )}
      >
        {sectionsFor(user).map(({ to, label, Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={({ isActive }) => classNames(itemStyle, isActive && 'bg-brand-soft text-brand')}
            >
              <Icon aria-hidden="true" size={18} />
              {label}
              {to === urls.adminFeedbacks && <WaitingCount />}
            </NavLink>
          </li>
        ))}
        <li className="border-t border-line pt-1">{logOut}</li>
      </ul>
      <Shortcuts />
    </nav>
  );
}
