import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type PageSettings, pageRoute, type WebRenderer } from './page-route.ts';

/** Serves the web app from its sources, with hot reload (`npm run dev`). */
export async function serveWebFromSource(
  app: FastifyInstance,
  webFolder: string,
  settings: PageSettings,
): Promise<void> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: join(webFolder, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(api|media|avatars|sandbox|healthz|readyz)\b/.test(request.url)) return done();
    // Vite answers its own URLs and calls `done` for the others. Its client needs inline scripts and a WebSocket.
    reply.header('content-security-policy', "default-src 'self' 'unsafe-inline' 'unsafe-eval' ws: data: blob:");
    vite.middlewares(request.raw, reply.raw, done);
  });
  pageRoute(app, {
    settings,
    renderer: () => vite.ssrLoadModule('/src/app/entry-server.tsx') as Promise<WebRenderer>,
    assetsFor: () => ({
      boot: "import('/src/app/boot/boot.ts')",
      script: '/src/app/entry-client.tsx',
      styles: ['/src/styles/app.css'],
      preloads: [],
      fonts: [],
    }),
    transform: (url, html) => vite.transformIndexHtml(url, html),
  });
}
