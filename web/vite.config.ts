import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Writes .br and .gz beside each asset once, so that no request pays for it. */
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

/** Icons come with random keys, names now and before, and a line that does nothing: every page would carry them. */
const plainIcons = (): Plugin => ({
  name: 'plain-icons',
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

/** Dozens of small files compress worse and wait longer than a few. */
const chunkGroups = [
  // What every page loads anyway. Not the entry: it waits for the pages, and they could not load while it waits. Not the
  // boot script: it stands in the document.
  { name: 'shell', tags: ['$initial' as const], test: /^(?!.*(entry-client|app.boot))/ },
  // What the pages of the storefront share, and the small parts the first page is made of.
  {
    name: 'storefront',
    // Not what only the signed in, those who come too late and those who look closer need.
    test: /features.product.(?!wishes|wishlist|stock-alert|back-in|remember-viewed)|lib.page-meta|ui.(button|lazy-dialog|pagination|skeleton|(select-|text-)?field)\.|icons.(check|chevron|search)/,
    minShareCount: 2,
  },
  // Small parts of the product page that others use too.
  {
    name: 'product-parts',
    test: /lib.(quantity|paying-document|order-amount)|features.product.remember-viewed|ui.(banner|copy-text|tabs)\.|icons.ticket/,
    minShareCount: 2,
  },
  // What the forms around an account share.
  {
    name: 'account-forms',
    test: /features.auth.(auth-card|use-fresh|wanted)|lib.(form-failure|kept-draft)|ui.(early-form|password-field|loading-screen)\.|icons.eye/,
    minShareCount: 2,
  },
];

/** Pages that shoppers go to; what a page needs besides is fetched with it. The others' lists would be carried by everybody. */
const SHOPPED = /(home|product-detail|categories|companies|login|register|my-orders|account|signed-in)\.page|purchase/;

/** Not of what every page has loaded by then. */
const isExtra = (file: string) => !/(shell|rolldown-runtime)-/.test(file);

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), plainIcons(), compressAssets()],
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    // What is there is still used by a shop that is open (scripts/lib/kept-build.mjs).
    emptyOutDir: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: (file, needed) => (SHOPPED.test(file) ? needed.filter(isExtra) : []) },
    rolldownOptions: isSsrBuild
      ? { input: 'src/app/entry-server.tsx' }
      : {
          input: ['src/app/boot/boot.ts', 'src/app/entry-client.tsx'],
          output: {
            codeSplitting: { groups: chunkGroups },
            // Every visitor loads the names of all chunks, and a hash does not compress.
            chunkFileNames: 'assets/[name]-[hash:7].js',
          },
        },
  },
  ssr: { noExternal: isSsrBuild ? true : undefined },
  // Otherwise a server started without NODE_ENV would render with React's and Redux's slow development checks.
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
}));
