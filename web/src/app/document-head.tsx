import { SHOP_NAME } from '@shop/contract/limits/limits';
import { renderToStaticMarkup } from 'react-dom/server';

/** `boot` is the source of the boot script; the others are URLs. */
export type Assets = { boot: string; script: string; styles: string[]; preloads: string[]; fonts: string[] };

/** When the browser fetches the application. Most pages can be read and used without it. */
export type Start = 'at-once' | 'after-paint';

const METAS = renderToStaticMarkup(
  <>
    <meta charSet="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#F6F8F5" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#0D1412" media="(prefers-color-scheme: dark)" />
    <meta name="application-name" content={SHOP_NAME} />
  </>,
);

const Links = ({ assets, start }: { assets: Assets; start: Start }) => (
  <>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <link rel="manifest" href="/site.webmanifest" />
    {assets.fonts.map((href) => (
      <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
    ))}
    {assets.styles.map((href) => (
      <link key={href} rel="stylesheet" href={href} />
    ))}
    {/* Low priority: the first view does not need them. On other pages the boot script fetches them. */}
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

type Head = { start: string; end: string };

function headOf(assets: Assets, start: Start): Head {
  const application =
    start === 'after-paint' ? ` data-application="${[...assets.preloads, assets.script].join(' ')}"` : '';
  return {
    // Before the style sheet: an inline script after it would wait for it and block the parser.
    start: `<head>${METAS}<script id="boot"${application}>${assets.boot}</script>`,
    end: `${renderToStaticMarkup(<Links assets={assets} start={start} />)}</head>`,
  };
}

// One entry a route, so that the head is not rendered for every request.
const known = new WeakMap<Assets, Record<Start, Head>>();

/** Inserts the tags that only the server knows (boot script, style sheets, preloads) around the page's own head. */
export function insertHead(html: string, assets: Assets, start: Start): string {
  const heads = known.get(assets) ?? {
    'at-once': headOf(assets, 'at-once'),
    'after-paint': headOf(assets, 'after-paint'),
  };
  known.set(assets, heads);
  const head = heads[start];
  // Functions, because `$` has a special meaning in a replacement string.
  return html.replace('<head>', () => head.start).replace('</head>', () => head.end);
}
