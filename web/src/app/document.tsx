import { SHOP_NAME } from '@shop/contract/limits';
import type { ReactNode } from 'react';
import type { Settings } from '../lib/settings.ts';

/** `boot` is the text of a script, the others are addresses. */
export type Assets = { boot: string; script: string; styles: string[]; preloads: string[]; fonts: string[] };

/** When the application is fetched: most pages can be read and used without it. */
export type Start = 'at-once' | 'after-paint';

/** Data the browser starts from. A JSON block is no script: the content security policy lets only the boot script run inline. */
export type BootData = { settings: Settings; state: object; hydration: unknown };
export const BOOT_DATA_ID = 'boot-data';

// `<` would let a text in the data end the block; U+2028/9 are harmless in JSON blocks.
const toJsonBlock = (data: BootData) => JSON.stringify(data).replaceAll('<', '\\u003c');

/** What the server alone has to say: the browser finds it written. */
const ServerHead = ({ assets, start }: { assets: Assets; start: Start }) => (
  <>
    <meta charSet="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#F6F8F5" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#0D1412" media="(prefers-color-scheme: dark)" />
    <meta name="application-name" content={SHOP_NAME} />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <link rel="manifest" href="/site.webmanifest" />
    {assets.fonts.map((href) => (
      <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
    ))}
    {assets.styles.map((href) => (
      <link key={href} rel="stylesheet" href={href} precedence="app" />
    ))}
    {/* Nothing a visitor sees first waits for these. Elsewhere the boot script asks for them. */}
    {start === 'at-once' && (
      <>
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
        ))}
        <script type="module" src={assets.script} async fetchPriority="low" />
      </>
    )}
  </>
);

type DocumentProps = {
  boot: BootData;
  /** Of the server alone. */
  served?: { assets: Assets; start: Start } | undefined;
  children: ReactNode;
};

export const Document = ({ boot, served, children }: DocumentProps) => (
  <html
    lang="en-IN"
    data-theme={boot.settings.theme ?? undefined}
    data-pays={boot.settings.canPay}
    suppressHydrationWarning
  >
    <head>{import.meta.env.SSR && served && <ServerHead {...served} />}</head>
    <body>
      {children}
      {/* Shown by the boot script where the application cannot be fetched. */}
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
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? toJsonBlock(boot) : '' }}
      />
    </body>
  </html>
);
