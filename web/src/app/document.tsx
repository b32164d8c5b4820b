import { SHOP_NAME } from '@shop/contract/limits';
import type { ReactNode } from 'react';
import type { Settings } from '../lib/settings.ts';

export type Assets = { script: string; styles: string[]; preloads: string[]; fonts: string[] };

/** Data the browser starts from. A JSON block is no script: the content security policy lets nothing inline run. */
export type BootData = { assets: Assets; settings: Settings; state: object; hydration: unknown };
export const BOOT_DATA_ID = 'boot-data';

// `<` would let a text in the data end the block; U+2028/9 are harmless in JSON blocks.
const toJsonBlock = (data: BootData) => JSON.stringify(data).replaceAll('<', '\\u003c');

export function Document({ boot, children }: { boot: BootData; children: ReactNode }) {
  const { assets, settings } = boot;
  return (
    <html lang="en-IN" data-theme={settings.theme ?? undefined} data-pays={settings.canPay} suppressHydrationWarning>
      <head>
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
        {/* Scripts are as heavy as all the rest, and nothing a visitor sees first waits for them. */}
        {assets.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
        ))}
      </head>
      <body>
        {children}
        <script
          id={BOOT_DATA_ID}
          type="application/json"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped, in a block that never runs
          dangerouslySetInnerHTML={{ __html: typeof document === 'undefined' ? toJsonBlock(boot) : '' }}
        />
        <script type="module" src={assets.script} async fetchPriority="low" />
      </body>
    </html>
  );
}
