import { SHOP_NAME, VERSION } from '@shop/contract/limits';
import { Link } from 'react-router';
import { isoDay } from '../../lib/dates.ts';
import { useSettings } from '../../lib/settings.ts';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { footerGroups } from './navigation.ts';

export function Footer() {
  const { renderedAt, theme } = useSettings();
  const year = isoDay(new Date(renderedAt)).slice(0, 4);
  return (
    <footer data-print="never" className="mt-18 border-t border-line bg-surface">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-12 sm:grid-cols-3">
        {footerGroups.map(({ label, links }) => (
          <nav key={label} aria-label={label}>
            <h2 className="mb-2 text-13 font-semibold text-muted">{label}</h2>
            <ul>
              {links.map((link) => (
                <li key={link.to}>
                  <Link to={link.to} className="inline-flex min-h-8 items-center hover:underline">
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-4 border-t border-line px-4 py-4 text-13 text-muted">
        <p>
          © {year} {SHOP_NAME}. All rights reserved. <span>{VERSION}</span>
        </p>
        <ThemeToggle initialTheme={theme ?? 'system'} />
      </div>
    </footer>
  );
}
