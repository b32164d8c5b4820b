import { SHOP_NAME, VERSION } from '@shop/contract/limits/limits';
import { Link } from 'react-router';
import { isoDay } from '../../lib/format/dates.ts';
import { useSettings } from '../../lib/state/settings.ts';
import { ThemeToggle } from '../../ui/buttons/theme-toggle.tsx';
import { Perforation } from '../../ui/pictures/perforation.tsx';
import { Logo } from './logo.tsx';
import { footerGroups } from './navigation.ts';

export function Footer() {
  const { renderedAt, theme } = useSettings();
  const year = isoDay(new Date(renderedAt)).slice(0, 4);
  return (
    // The bottom padding keeps the last line clear of the report button.
    <footer data-print="never" className="mt-18 border-t border-line bg-surface pb-18">
      <div className="mx-auto grid max-w-6xl grid-cols-2 gap-8 px-4 py-12 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 sm:col-span-3 lg:col-span-1">
          <Logo />
          <p className="mt-3 max-w-80 text-muted">
            Gift cards, vouchers, software keys and memberships, delivered the moment you pay.
          </p>
        </div>
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
      <div className="mx-auto max-w-6xl px-4">
        <Perforation />
        <div className="flex flex-wrap items-center justify-between gap-4 pt-4 text-13 text-muted">
          <p>
            © {year} {SHOP_NAME}. All rights reserved.
          </p>
          <p className="amount">{VERSION}</p>
          <ThemeToggle initialTheme={theme ?? 'system'} />
        </div>
      </div>
    </footer>
  );
}
