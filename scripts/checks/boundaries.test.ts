import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBoundaryViolations } from './boundaries.ts';
import { findShapeViolations } from './source-shape.ts';

type Files = Record<string, string>;

/** A small project without violations. */
const CLEAN: Files = {
  'contract/package.json': '{ "name": "@shop/contract", "exports": { "./*": "./src/*.ts" } }',
  'contract/src/money.ts': "import { z } from 'zod';\nexport const price = z;",
  'sandbox/package.json': '{ "name": "@shop/sandbox", "exports": { "./*": "./src/*.ts" } }',
  'sandbox/src/plugin.ts': "import pg from 'pg';\nexport const plugin = pg;",
  'api/package.json': '{ "name": "@shop/api", "exports": { "./*": "./src/*.ts" } }',
  'api/src/local-sandbox.ts': "import { plugin } from '@shop/sandbox/plugin';\nexport const sandbox = plugin;",
  'api/src/app.ts':
    "import { place } from './features/orders/orders.service.ts';\nimport { sandbox } from './local-sandbox.ts';\nexport const app = [sandbox, place];",
  'api/src/platform/database.ts': "import pg from 'pg';\nexport const database = pg;",
  'api/src/testing/builders.ts': "import { expect } from 'vitest';\nexport const build = expect;",
  'api/src/testing/setup.ts':
    "import { cluster } from '@shop/embedded-postgres/cluster';\nexport const setup = cluster;",
  'api/src/features/orders/orders.service.ts':
    "import { find } from '../catalogue/catalogue.service.ts';\nexport const place = find;",
  'api/src/features/orders/orders.test.ts': "import { build } from '../../testing/builders.ts';\nbuild(1);",
  'api/src/features/catalogue/catalogue.service.ts':
    "import { price } from '@shop/contract/money';\nimport { list } from './catalogue.queries.ts';\nexport const find = [price, list];",
  'api/src/features/catalogue/catalogue.queries.ts':
    "import { sql } from 'kysely';\nexport const list = (db) => db.selectFrom(sql);",
  'demo/package.json': '{ "name": "@shop/demo", "exports": { "./*": "./src/*.ts" } }',
  'demo/src/seed.ts': "import { database } from '@shop/api/platform/database';\nexport const seed = database;",
  'demo/src/seed.test.ts': "import { build } from '@shop/api/testing/builders';\nbuild(1);",
  'embedded-postgres/package.json': '{ "name": "@shop/embedded-postgres", "exports": { "./*": "./src/*.ts" } }',
  'embedded-postgres/src/cluster.ts': "import pg from 'pg';\nexport const cluster = pg;",
  'start/package.json': '{ "name": "@shop/start", "exports": { "./*": "./src/*.ts" } }',
  'start/src/start.ts':
    "import { app } from '@shop/api/app';\nimport { cluster } from '@shop/embedded-postgres/cluster';\nimport { seed } from '@shop/demo/seed';\nexport const start = [app, cluster, seed];",
  'web/src/ui/button.tsx': "import { price } from '@shop/contract/money';\nexport const Button = () => <b>{price}</b>;",
  'web/src/features/cart/cart.slice.ts': 'export const cart = 1;',
  'web/src/features/cart/cart-page.tsx': "import { Button } from '../../ui/button.tsx';\nexport const Page = Button;",
  'web/src/features/login/login.tsx': "import { cart } from '../cart/cart.slice.ts';\nexport const Login = cart;",
  'web/src/app/router.tsx': "import { Login } from '../features/login/login.tsx';\nexport const router = Login;",
  'e2e/buy.ts': "import { app } from '../api/src/app.ts';\nexport const run = app;",
};

const PLANTED_VIOLATIONS: Record<string, Files> = {
  'no-cycle': {
    'api/src/platform/a.ts': "import { b } from './b.ts';\nexport const a = () => b;",
    'api/src/platform/b.ts': "import { a } from './a.ts';\nexport const b = () => a;",
  },
  unresolvable: { 'api/src/platform/a.ts': "import './gone.ts';" },
  'contract-imports-only-zod': { 'contract/src/a.ts': "import { readFile } from 'node:fs';\nreadFile;" },
  'web-imports-only-contract': {
    'web/src/lib/a.ts': "import type { app } from '../../../api/src/app.ts';\nexport type A = typeof app;",
  },
  'api-imports-no-web': { 'api/src/server.ts': "import { router } from '../../web/src/app/router.tsx';\nrouter;" },
  'api-imports-no-demo-or-start': { 'api/src/server.ts': "import { seed } from '@shop/demo/seed';\nseed;" },
  'api-imports-no-embedded-postgres': {
    'api/src/server.ts': "import { cluster } from '@shop/embedded-postgres/cluster';\ncluster;",
  },
  'embedded-postgres-imports-no-workspace': {
    'embedded-postgres/src/a.ts': "import { price } from '@shop/contract/money';\nprice;",
  },
  'demo-imports-only-api-and-contract': { 'demo/src/a.ts': "import { start } from '@shop/start/start';\nstart;" },
  'sandbox-imports-no-workspace': { 'sandbox/src/a.ts': "import { price } from '@shop/contract/money';\nprice;" },
  'only-local-sandbox-imports-sandbox': {
    'api/src/server.ts': "import { plugin } from '@shop/sandbox/plugin';\nplugin;",
  },
  'platform-imports-no-feature': {
    'api/src/platform/a.ts': "import { find } from '../features/catalogue/catalogue.service.ts';\nfind;",
  },
  'api-features-import-only-services': {
    'api/src/features/orders/orders.rules.ts': "import { list } from '../catalogue/catalogue.queries.ts';\nlist;",
  },
  ...importsOfHigherLayers({
    accounts: 'stock',
    stock: 'payments',
    payments: 'orders',
    catalogue: 'contact',
    contact: 'orders',
    orders: 'admin',
    // No layer is above admin, so the violation imports a feature without a layer.
    admin: 'unknown',
  }),
  'only-app-imports-feature-files': {
    'api/src/shop.ts': "import { ordersFeature } from './features/orders/orders.feature.ts';\nordersFeature;",
    'api/src/features/orders/orders.feature.ts': 'export const ordersFeature = {};',
  },
  'sql-only-in-queries': { 'api/src/features/orders/orders.rules.ts': "import { sql } from 'kysely';\nsql;" },
  'ui-and-lib-import-no-feature': {
    'web/src/lib/a.ts': "import { cart } from '../features/cart/cart.slice.ts';\ncart;",
  },
  'web-features-import-only-slices': {
    'web/src/features/login/a.tsx': "import { Page } from '../cart/cart-page.tsx';\nPage;",
  },
  'no-test-code-in-production': {
    'api/src/features/orders/orders.rules.ts': "import { build } from '../../testing/builders.ts';\nbuild;",
  },
};

/** Makes each feature (key) import the service of a feature in the same or a higher layer (value). */
function importsOfHigherLayers(planted: Record<string, string>): Record<string, Files> {
  return Object.fromEntries(
    Object.entries(planted).map(([feature, above]) => [
      `${feature}-imports-only-lower-layers`,
      {
        [`api/src/features/${above}/planted.service.ts`]: 'export const planted = 1;',
        [`api/src/features/${feature}/a.rules.ts`]: `import { planted } from '../${above}/planted.service.ts';\nplanted;`,
      },
    ]),
  );
}

const START = "import { start } from '@shop/start/start';\nstart;";
const CLUSTER = "import { cluster } from '@shop/embedded-postgres/cluster';\ncluster;";
const SEED = "import { seed } from '@shop/demo/seed';\nseed;";

/** The parts of the shop must not import the workspaces that start it. */
const PLANTED_WORKSPACE_IMPORTS: [string, Files][] = [
  ['api-imports-no-demo-or-start', { 'api/src/server.ts': START }],
  ['api-imports-no-demo-or-start', { 'api/src/features/orders/orders.test.ts': SEED }],
  ['embedded-postgres-imports-no-workspace', { 'embedded-postgres/src/a.ts': "import '@shop/api/platform/database';" }],
  ['embedded-postgres-imports-no-workspace', { 'embedded-postgres/src/a.test.ts': SEED }],
  ['demo-imports-only-api-and-contract', { 'demo/src/a.ts': CLUSTER }],
  ['contract-imports-only-zod', { 'contract/src/a.ts': START }],
  ['contract-imports-only-zod', { 'contract/src/a.ts': CLUSTER }],
  ['contract-imports-only-zod', { 'contract/src/a.ts': SEED }],
  ['sandbox-imports-no-workspace', { 'sandbox/src/a.ts': START }],
  ['sandbox-imports-no-workspace', { 'sandbox/src/a.ts': SEED }],
  ['sandbox-imports-no-workspace', { 'sandbox/src/a.ts': CLUSTER }],
  ['web-imports-only-contract', { 'web/src/lib/a.ts': START }],
  ['web-imports-only-contract', { 'web/src/lib/a.ts': SEED }],
  ['web-imports-only-contract', { 'web/src/lib/a.ts': CLUSTER }],
];

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function writeProject(planted: Files = {}): void {
  for (const name of ['zod', 'kysely', 'pg', 'vitest']) {
    write({ [`node_modules/${name}/package.json`]: '{ "main": "index.js" }', [`node_modules/${name}/index.js`]: '' });
  }
  mkdirSync(join(root, 'node_modules/@shop'));
  write({ ...CLEAN, ...planted });
  for (const name of ['contract', 'sandbox', 'api', 'demo', 'embedded-postgres', 'start'])
    symlinkSync(`../../${name}`, join(root, 'node_modules/@shop', name));
}

function rulesIn(violations: string[]): string[] {
  return [...new Set(violations.map((violation) => violation.split(':')[0] ?? ''))];
}

describe('import boundaries', () => {
  it('a clean project has no boundary violation', async () => {
    writeProject();
    expect(await findBoundaryViolations(root)).toEqual([]);
  });

  it.each([...Object.entries(PLANTED_VIOLATIONS), ...PLANTED_WORKSPACE_IMPORTS])(
    'the check finds a planted violation of %s',
    async (rule, planted) => {
      writeProject(planted);
      expect(rulesIn(await findBoundaryViolations(root))).toEqual([rule]);
    },
  );

  it('this file plants a violation of every rule', () => {
    const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
      forbidden: { name: string }[];
    };
    expect(Object.keys(PLANTED_VIOLATIONS)).toEqual(forbidden.map(({ name }) => name));
  });

  it('the check fails if it cannot parse any module', async () => {
    expect(await findBoundaryViolations(root)).toEqual([expect.stringContaining('No module with an import was found')]);
  });
});

describe('source shape', () => {
  it('a clean project has no shape violation', () => {
    writeProject();
    expect(findShapeViolations(root)).toEqual([]);
  });

  it.each<[string, Files]>([
    ['no-barrel', { 'web/src/ui/index.ts': 'export const a = 1;' }],
    [
      'no-barrel',
      { 'web/src/ui/all.ts': "// everything\nexport * from './button.tsx';\nexport { b } from './b.ts';\n" },
    ],
    ['sql-only-in-queries', { 'api/src/features/orders/orders.service.ts': "db.selectFrom('orders');" }],
  ])('the check finds a violation of %s', (rule, planted) => {
    writeProject(planted);
    expect(rulesIn(findShapeViolations(root))).toEqual([rule]);
  });
});
