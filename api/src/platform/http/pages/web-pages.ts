import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { StartupError } from '../../startup-error.ts';
import { scriptSource } from '../security/security-headers.ts';
import { type PageOptions, type PageSettings, pageRoute, type WebRenderer } from './page-route.ts';
import { assetsFromManifest, type Manifest } from './web-manifest.ts';

const YEAR_SECONDS = 31_536_000;
const ENTRY = 'src/app/entry-client.tsx';
const BOOT = 'src/app/boot/boot.ts';

/** The inline script of every page. The function around it keeps its names out of the global scope. */
async function readBootScript(client: string, manifest: Manifest): Promise<string> {
  const file = manifest[BOOT]?.file;
  return file ? `(()=>{${(await readFile(join(client, file), 'utf8')).trim()}\n})()` : '';
}

/** Serves the built web app: hashed assets with an endless cache time, pages rendered on request. */
export async function serveBuiltWeb(
  app: FastifyInstance,
  distFolder: string,
  settings: PageSettings,
  reading: Pick<PageOptions, 'sharedPages' | 'readLimit' | 'canPay' | 'policyOf'> = {},
): Promise<void> {
  const client = join(distFolder, 'client');
  const assets = join(client, 'assets') + sep;
  const manifest: Manifest = JSON.parse(
    await readFile(join(client, '.vite/manifest.json'), 'utf8').catch(() => {
      throw new StartupError('The web app is not built. Run npm run build, or start the shop with npm start.');
    }),
  );
  const boot = await readBootScript(client, manifest);
  const renderer: WebRenderer = await import(pathToFileURL(join(distFolder, 'server/entry-server.js')).href);

  await app.register(fastifyStatic, {
    root: client,
    preCompressed: true,
    wildcard: false,
    index: false,
    // Assets have one route, below: one route for each file took a twentieth of the start.
    globIgnore: ['.vite/**', 'assets/**', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(assets);
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600');
    },
  });
  // In a rolling restart, pages of new processes ask old processes for assets of the new build. So the route looks at the
  // disk instead of a list of files made at the start.
  app.get<{ Params: { name: string } }>('/assets/:name(^\\w[\\w.-]*$)', (request, reply) =>
    reply.sendFile(`assets/${request.params.name}`),
  );
  pageRoute(app, {
    ...reading,
    settings,
    renderer: async () => renderer,
    assetsFor: assetsFromManifest(manifest, { entry: ENTRY, boot }),
    scripts: boot && scriptSource(boot),
  });
}
