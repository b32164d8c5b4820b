import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Writes a .br and a .gz file beside each asset, so that no request has to compress it. */
const compressAssets = (): Plugin => ({
  name: 'compress-assets',
  apply: (_, { isSsrBuild }) => !isSsrBuild,
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css|svg|json)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const bytes = await readFile(join(dir, name));
        await writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(bytes));
        await writeFile(join(dir, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
      }),
    );
  },
});

/** Removes random keys, names and aliases from the lucide icons, which would make every page heavier. */
const stripIconMetadata = (): Plugin => ({
  name: 'strip-icon-metadata',
  transform: {
    filter: { id: /lucide-react.*icons/ },
    handler(code) {
      let key = 0;
      return code
        .replace(/aliases: \[.*?\]/s, '')
        .replace(/name: ".*?",|__iconData.node;/g, '')
        .replace(/key: "\w+"/g, () => `key: "${key++}"`);
    },
  },
});

/** A few larger chunks compress better and need fewer requests than dozens of small ones. */
const chunkGroups = [
  // The code of every page. Without the entry, which awaits the page chunks: they import this chunk, which would be a
  // deadlock. Without the boot script, which is inline in the document.
  { name: 'shell', tags: ['$initial' as const], test: /^(?!.*(entry-client|app.boot))/ },
  // The code that storefront pages share, and the small modules of the home page.
  {
    name: 'storefront',
    // Without the code of wish lists, stock alerts and viewed products, which most visitors do not need.
    test: /features.product.(?:.*[\\/])?(?!wishes|wishlist|stock-alert|back-in|remember-viewed)[^\\/]+$|lib.page-meta|ui.(?:\w+.)?(button|lazy-dialog|pagination|skeleton|(select-|text-)?field)\.|icons.(check|chevron|search)/,
    minShareCount: 2,
  },
  // Small modules of the product page that other pages use too.
  {
    name: 'product-parts',
    test: /lib.(?:\w+.)?(quantity|payment-document|order-amount)|features.product.*remember-viewed|ui.(?:\w+.)?(banner|copy-text|tabs)\.|icons.ticket/,
    minShareCount: 2,
  },
  // The modules that the account forms share.
  {
    name: 'account-forms',
    test: /features.auth.(?:sign-in.)?(auth-card|use-clear|intended)|lib.(?:\w+.)?(form-failure|kept-draft)|ui.(?:\w+.)?(early-form|password-field|loading-screen)\.|icons.eye/,
    minShareCount: 2,
  },
];

/** Chunks whose imports are preloaded. Every visitor loads these import lists, so admin pages are left out. */
const STOREFRONT_CHUNKS =
  /(home|product-detail|categories|companies|login|register|my-orders|account|signed-in)\.page|purchase/;

/** Whether the file is outside the chunks that every page has already loaded. */
const isNotInShell = (file: string) => !/(shell|rolldown-runtime)-/.test(file);

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), stripIconMetadata(), compressAssets()],
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    // A running server still uses the existing files (scripts/lib/build-keeping-previous.mjs).
    emptyOutDir: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: {
      resolveDependencies: (file, needed) => (STOREFRONT_CHUNKS.test(file) ? needed.filter(isNotInShell) : []),
    },
    rolldownOptions: isSsrBuild
      ? { input: 'src/app/entry-server.tsx' }
      : {
          input: ['src/app/boot/boot.ts', 'src/app/entry-client.tsx'],
          output: {
            codeSplitting: { groups: chunkGroups },
            // Short hashes: every visitor loads the names of all chunks, and hashes do not compress.
            chunkFileNames: 'assets/[name]-[hash:7].js',
          },
        },
  },
  ssr: { noExternal: isSsrBuild ? true : undefined },
  // Without it, a server that is started without NODE_ENV would use the slow development builds of React and Redux.
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
}));
