import swagger from '@fastify/swagger';
import { API_BASE } from '@shop/contract/calls/calls';
import { SHOP_NAME, VERSION } from '@shop/contract/limits/limits';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { contentSecurityPolicy, type HeaderOptions, securityHeaders } from './security/security-headers.ts';
import { type Answer, makeAnswer } from './shared-answers/answer.ts';
import { sendAnswer } from './shared-answers/send-answer.ts';

const TITLE = `${SHOP_NAME} API`;
const DOCUMENT = `${API_BASE}/openapi.json`;
const PAGE = '/api/docs';
const START = `${PAGE}/start.js`;
const SCRIPT = `${PAGE}/js/scalar.js`;

/** Without these settings Scalar loads fonts from its own servers, sends telemetry and shows its AI agent. */
const SETTINGS = {
  url: DOCUMENT,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const;

/** OpenAPI 3.1 generated from the contract, and a page to read it. Registered before the routes it describes. */
export async function apiDocs(app: FastifyInstance, headers: HeaderOptions, sessionCookie: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: TITLE, version: VERSION.slice(1) },
      servers: [{ url: '/' }],
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } } },
    },
    transform: jsonSchemaTransform,
    // Only calls of the contract have a tag.
    hideUntagged: true,
  });
  serveCachedFile(app, DOCUMENT, headers, {
    type: 'application/json; charset=utf-8',
    seconds: 60,
    make: async () => Buffer.from(JSON.stringify(app.swagger())),
  });
  app.get(START, async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=60')
      .type('text/javascript; charset=utf-8')
      .send(`Scalar.createApiReference('#app', ${JSON.stringify(SETTINGS)});`),
  );
  serveCachedFile(app, SCRIPT, headers, {
    type: 'text/javascript; charset=utf-8',
    seconds: 3600,
    make: loadReaderScript,
  });
  app.get(PAGE, async (_, reply) => sendPage(reply.header('cache-control', 'public, max-age=3600'), headers));
}

type CachedFile = { type: string; seconds: number; make: () => Promise<Buffer> };

/** Serves a file of 0.5 or 4 MB. It is written and compressed at the first request and cached for later ones. */
function serveCachedFile(
  app: FastifyInstance,
  path: string,
  options: HeaderOptions,
  { type, seconds, make }: CachedFile,
): void {
  const headers = {
    ...securityHeaders(path, options),
    'cache-control': `public, max-age=${seconds}`,
    vary: 'accept-encoding',
  };
  let made: Promise<Answer> | undefined;
  app.get(path, async (request, reply) => {
    made ??= make().then((body) => makeAnswer({ body, type, headers, reads: 1, sources: new Map() }));
    const answer = await made;
    reply.hijack();
    sendAnswer(request.raw, reply.raw, answer, request.id);
  });
}

/**
 * The library is a plugin that serves a script of four megabytes. It is loaded at the first request for the page:
 * most servers never need it, and loading it would slow down every start.
 */
async function loadReaderScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const library = fastify();
  await library.register(scalar, { routePrefix: PAGE, configuration: SETTINGS });
  const { rawPayload } = await library.inject(SCRIPT);
  await library.close();
  return rawPayload;
}

/**
 * Replaces the library's own page: our content security policy forbids its inline script. Inline styles are allowed here,
 * because the library adds some and the page shows no text of users.
 */
function sendPage(reply: FastifyReply, headers: HeaderOptions): FastifyReply {
  return reply
    .header('content-security-policy', contentSecurityPolicy(PAGE, headers, { styles: "'unsafe-inline'" }))
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
  <head>
    <title>${TITLE}</title>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
  </head>
  <body>
    <div id="app"></div>
    <script src="${SCRIPT}"></script>
    <script src="${START}"></script>
  </body>
</html>
`);
}
