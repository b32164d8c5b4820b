/** The allowed directions of imports. `scripts/checks/boundaries.test.ts` plants a violation of each rule. */

const TESTS = '\\.test\\.tsx?$|^(api|embedded-postgres|start|web)/src/testing/';

/** The features of the API, from the lowest layer to the highest. A feature may import only features of lower layers. */
const LAYERS = [['accounts'], ['stock', 'payments'], ['catalogue', 'contact'], ['orders'], ['admin']];

const layerRules = LAYERS.flatMap((layer, level) =>
  layer.map((feature) => ({
    name: `${feature}-imports-only-lower-layers`,
    comment:
      'A feature in a lower layer returns data or receives a function; it never imports a feature beside or above it.',
    from: { path: `^api/src/features/${feature}/`, pathNot: TESTS },
    to: {
      path: '^api/src/features/',
      pathNot: [feature, ...LAYERS.slice(0, level).flat()].map((below) => `^api/src/features/${below}/`),
    },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'Two modules that import each other cannot be understood, tested or moved one at a time.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'unresolvable',
      comment: 'No other rule can check an import that cannot be resolved.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|web/dist/)' },
    },
    {
      name: 'contract-imports-only-zod',
      comment: 'Server and browser both import the contract.',
      from: { path: '^contract/', pathNot: TESTS },
      to: { pathNot: '^contract/|^node_modules/zod/' },
    },
    {
      name: 'web-imports-only-contract',
      comment: 'The browser bundle must not contain server code.',
      from: { path: '^web/' },
      to: { path: '^(api|sandbox|demo|embedded-postgres|start|e2e|bench|deploy|scripts)/' },
    },
    {
      name: 'api-imports-no-web',
      comment: 'The server serves the built web app; it does not import its sources.',
      from: { path: '^api/' },
      to: { path: '^(web|e2e|bench|deploy|scripts)/' },
    },
    {
      name: 'api-imports-no-demo-or-start',
      comment: 'The start and demo workspaces import the API, never the other way round.',
      from: { path: '^api/' },
      to: { path: '^(demo|start)/' },
    },
    {
      name: 'api-imports-no-embedded-postgres',
      comment: 'Production configures its PostgreSQL; only tests start one.',
      from: { path: '^api/', pathNot: TESTS },
      to: { path: '^embedded-postgres/' },
    },
    {
      name: 'embedded-postgres-imports-no-workspace',
      comment: 'It runs a PostgreSQL cluster in a folder for any program.',
      from: { path: '^embedded-postgres/' },
      to: { path: '^(contract|api|sandbox|web|demo|start|e2e|bench|deploy|scripts)/' },
    },
    {
      name: 'demo-imports-only-api-and-contract',
      comment: 'It imports the shop that it fills, and not the programs that start it.',
      from: { path: '^demo/' },
      to: { path: '^(sandbox|web|embedded-postgres|start|e2e|bench|deploy|scripts)/' },
    },
    {
      name: 'sandbox-imports-no-workspace',
      comment: 'It replaces the payment provider, which shares no code with the shop.',
      from: { path: '^sandbox/' },
      to: { path: '^(api|contract|web|demo|embedded-postgres|start|e2e|bench|deploy|scripts)/' },
    },
    {
      name: 'only-local-sandbox-imports-sandbox',
      comment: 'The shop calls its payment provider over HTTP; one file starts the sandbox.',
      from: { path: '^api/', pathNot: `^api/src/local-sandbox\\.ts$|${TESTS}` },
      to: { path: '^sandbox/' },
    },
    {
      name: 'platform-imports-no-feature',
      comment: 'The platform has code for any web service, not for this shop.',
      from: { path: '^api/src/platform/', pathNot: TESTS },
      to: { path: '^api/src/features/|^api/src/(app|server)\\.ts$' },
    },
    {
      name: 'api-features-import-only-services',
      comment: "A feature's queries, rules and routes are private; other features call its service.",
      from: { path: '^api/src/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^api/src/features/', pathNot: '^api/src/features/$1/|\\.service\\.ts$' },
    },
    ...layerRules,
    {
      name: 'only-app-imports-feature-files',
      comment:
        'A `*.feature.ts` lists the routes, jobs and retention rules of its feature for `app.ts`. Nothing else needs the list.',
      from: { path: '^(api|demo|start)/', pathNot: `^api/src/app\\.ts$|${TESTS}` },
      to: { path: '\\.feature\\.ts$' },
    },
    {
      name: 'sql-only-in-queries',
      comment: 'Only queries use the database driver; the table definitions import only its types.',
      from: {
        path: '^(api|start)/',
        pathNot: `\\.queries\\.ts$|^api/src/platform/|${TESTS}`,
      },
      to: { path: '^node_modules/(kysely|pg)/' },
    },
    {
      name: 'ui-and-lib-import-no-feature',
      comment: 'The design system and lib are below the features.',
      from: { path: '^web/src/(ui|lib)/', pathNot: TESTS },
      to: { path: '^web/src/(features|pages|app)/' },
    },
    {
      name: 'web-features-import-only-slices',
      comment:
        "A feature's screens are private; other features read its slice. Pages combine screens and are not imported.",
      from: { path: '^web/src/features/([^/]+)/', pathNot: `\\.page\\.tsx$|${TESTS}` },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/|\\.slice\\.ts$' },
    },
    {
      name: 'no-test-code-in-production',
      comment: 'Packages and helpers for tests are not installed or not safe in production.',
      from: { path: '^(contract|api|sandbox|web|demo|embedded-postgres|start)/', pathNot: TESTS },
      to: { path: `${TESTS}|^node_modules/(vitest|@playwright|playwright-core)/` },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API, so swc parses the sources.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|data|\\.cache)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
