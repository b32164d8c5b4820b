/** The allowed directions of imports. `scripts/checks/boundaries.test.ts` plants a violation of each rule. */

const TESTS = '\\.test\\.tsx?$|^(api|embedded-postgres|start|web)/src/testing/';

/** The features of the API, floor by floor from the ground. Each may only use the floors below it. */
const FLOORS = [['accounts'], ['stock', 'payments'], ['catalogue', 'contact'], ['orders'], ['admin']];

const featuresFormATree = FLOORS.flatMap((floor, level) =>
  floor.map((feature) => ({
    name: `${feature}-looks-down`,
    comment: 'Features form a tree. A lower feature returns data or gets a function; it never imports upwards.',
    from: { path: `^api/src/features/${feature}/`, pathNot: TESTS },
    to: {
      path: '^api/src/features/',
      pathNot: [feature, ...FLOORS.slice(0, level).flat()].map((below) => `^api/src/features/${below}/`),
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
      comment: 'An import that leads nowhere would also hide from every other rule.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|web/dist/)' },
    },
    {
      name: 'contract-imports-only-zod',
      comment: 'The contract is read by server and browser alike.',
      from: { path: '^contract/', pathNot: TESTS },
      to: { pathNot: '^contract/|^node_modules/zod/' },
    },
    {
      name: 'web-imports-only-contract',
      comment: 'The browser knows the server by its contract alone.',
      from: { path: '^web/' },
      to: { path: '^(api|sandbox|demo|embedded-postgres|start|e2e|bench|deploy|scripts)/' },
    },
    {
      name: 'api-knows-no-web',
      comment: 'The server serves the built web app; it does not import its sources.',
      from: { path: '^api/' },
      to: { path: '^(web|e2e|bench|deploy|scripts)/' },
    },
    {
      name: 'api-is-what-production-runs',
      comment: 'Who fills the shop and brings it up stands beside it, and passes itself in.',
      from: { path: '^api/' },
      to: { path: '^(demo|start)/' },
    },
    {
      name: 'api-is-given-its-database',
      comment: 'Production names its PostgreSQL; only tests start one.',
      from: { path: '^api/', pathNot: TESTS },
      to: { path: '^embedded-postgres/' },
    },
    {
      name: 'embedded-postgres-stands-alone',
      comment: 'It runs a cluster in a folder, and need not know whose.',
      from: { path: '^embedded-postgres/' },
      to: { path: '^(contract|api|sandbox|web|demo|start|e2e|bench|deploy|scripts)/' },
    },
    {
      name: 'demo-only-fills-the-shop',
      comment: 'It knows the shop it fills, and not who asks for it.',
      from: { path: '^demo/' },
      to: { path: '^(sandbox|web|embedded-postgres|start|e2e|bench|deploy|scripts)/' },
    },
    {
      name: 'sandbox-stands-alone',
      comment: 'It stands in for the payment provider, which shares no code with us either.',
      from: { path: '^sandbox/' },
      to: { path: '^(api|contract|web|demo|embedded-postgres|start|e2e|bench|deploy|scripts)/' },
    },
    {
      name: 'sandbox-only-from-its-mount',
      comment: 'The shop talks to its payment provider over HTTP; one file starts the stand-in.',
      from: { path: '^api/', pathNot: `^api/src/local-sandbox\\.ts$|${TESTS}` },
      to: { path: '^sandbox/' },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'The platform is what any web service needs.',
      from: { path: '^api/src/platform/', pathNot: TESTS },
      to: { path: '^api/src/features/|^api/src/(app|server)\\.ts$' },
    },
    {
      name: 'api-features-meet-at-services',
      comment: "A feature's queries, rules and routes are its own; others call its service.",
      from: { path: '^api/src/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^api/src/features/', pathNot: '^api/src/features/$1/|\\.service\\.ts$' },
    },
    ...featuresFormATree,
    {
      name: 'features-are-joined-in-app',
      comment:
        'A `*.feature.ts` lists the routes, jobs and retention rules of its feature for `app.ts`. Nothing else needs the list.',
      from: { path: '^(api|demo|start)/', pathNot: `^api/src/app\\.ts$|${TESTS}` },
      to: { path: '\\.feature\\.ts$' },
    },
    {
      name: 'sql-only-in-queries',
      comment: 'Only queries know the database; what describes its tables imports types alone.',
      from: {
        path: '^(api|start)/',
        pathNot: `\\.queries\\.ts$|^api/src/platform/|${TESTS}`,
      },
      to: { path: '^node_modules/(kysely|pg)/' },
    },
    {
      name: 'web-foundation-knows-no-feature',
      comment: 'The design system and lib are below the features.',
      from: { path: '^web/src/(ui|lib)/', pathNot: TESTS },
      to: { path: '^web/src/(features|pages|app)/' },
    },
    {
      name: 'web-features-meet-at-slices',
      comment:
        "A feature's screens are its own; others read its slice. Pages put screens together: nobody imports them.",
      from: { path: '^web/src/features/([^/]+)/', pathNot: `\\.page\\.tsx$|${TESTS}` },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/|\\.slice\\.ts$' },
    },
    {
      name: 'no-test-code-in-production',
      comment: 'What is only installed or only safe for tests must not reach the shop.',
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
