import type { ReactNode } from 'react';
import { jsonBlock } from '../lib/json-block.ts';
import type { Settings } from '../lib/state/settings.ts';

/** The initial data of the page. It is a JSON block, because the content security policy allows only one inline script. */
export type BootData = { settings: Settings; state: object; hydration: unknown };
export const BOOT_DATA_ID = 'boot-data';

type DocumentProps = { boot: BootData; children: ReactNode };

export const Document = ({ boot, children }: DocumentProps) => (
  <html
    lang="en-IN"
    data-theme={boot.settings.theme ?? undefined}
    data-pays={boot.settings.canPay}
    suppressHydrationWarning
  >
    <head />
    <body>
      {children}
      {/* The boot script shows it when the application cannot be fetched. */}
      <p
        id="incomplete"
        role="alert"
        hidden
        className="fixed inset-x-0 bottom-0 z-50 border-danger border-t bg-danger-soft px-4 py-3 text-center text-danger-strong"
      >
        This page did not load completely. Check your connection, then{' '}
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is this page's own */}
        <a href="" className="underline">
          load it again
        </a>
        .
      </p>
      <script
        id={BOOT_DATA_ID}
        type="application/json"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped, in a block that never runs
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? jsonBlock(boot) : '' }}
      />
    </body>
  </html>
);
