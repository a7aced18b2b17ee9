/**
 * Rules of the game that the page needs as well. They run in a browser, which not all of `game` does,
 * and import only each other and the protocol.
 */
const SHARED_RULES =
  'game/(?:shared/[a-z-]+|map/(?:ground|jump-points|tile-heap|walls|way)|kinds/(?:own/[a-z-]+|floor|poll-zones|rights|ruler|spot|summary))\\.ts$';

/**
 * The layers of src: imports point down, never up. A layer may import itself, the layers named
 * here, the files named here and the packages named here; `*` is any package. Every other folder of src is an edge
 * (`http` has Nest's modules with their controllers, `gateway` its gateways), and the files directly in src compose
 * them all.
 */
const layers = {
  protocol: { below: [], packages: ['zod'], node: false },
  game: { below: ['protocol'], packages: [], node: false },
  store: { below: ['game', 'protocol'], packages: ['*'], node: true },
  database: { below: ['protocol'], packages: ['kysely', 'libsql', 'pg'], node: true },
  zip: { below: [], packages: [], node: true },
  rate: { below: ['store', 'protocol'], packages: [], node: true },
  batch: { below: ['store', 'game', 'protocol'], packages: [], node: true },
  moderation: { below: ['game', 'protocol'], packages: [], node: true },
  room: {
    below: ['batch', 'moderation', 'rate', 'store', 'game', 'protocol'],
    packages: ['@nestjs/common', 'lru-cache'],
    node: true,
  },
  rehearsal: {
    below: ['room', 'batch', 'store', 'game', 'protocol'],
    packages: [],
    node: true,
  },
  theme: { below: [], packages: ['zod'], node: true },
  identity: { below: ['protocol'], packages: [], node: true },
  hosts: {
    below: ['database', 'identity', 'rate', 'store', 'protocol'],
    packages: [],
    node: true,
  },
  results: {
    below: ['hosts', 'database', 'rate', 'store', 'game', 'protocol', 'zip'],
    packages: ['kysely', 'lru-cache'],
    node: true,
  },
  quiz: {
    below: ['hosts', 'room', 'database', 'identity', 'rate', 'store', 'game', 'protocol', 'zip'],
    packages: ['iconv-lite', 'kysely', 'lru-cache', 'saxen', 'sharp', 'zod'],
    node: true,
  },
  config: {
    below: ['batch', 'room', 'identity', 'game', 'protocol'],
    packages: ['pino', 'zod'],
    node: true,
  },
  metrics: { below: ['batch', 'store', 'protocol'], packages: ['prom-client'], node: true },
  watchdog: { below: [], packages: [], node: true },
  web: {
    below: ['protocol'],
    files: [SHARED_RULES],
    packages: ['svelte', 'socket.io-client', 'uqr', 'echarts'],
    node: false,
  },
};

const names = Object.keys(layers);
const belowEdges = names.filter((name) => name !== 'web');
const OURS = '^(src|test|load-test|scripts)/';
const EDGE = `^src/(?!(?:${names.join('|')})/)([^/]+)/`;
const anyOf = (values) => values.join('|');

/** Where a package resolves to; the path of an unresolved one is its bare name. */
const packagePath = (name) => `(^|node_modules/)${name}(/|$)`;

function rulesOf(layer) {
  const { below, files = [], packages, node } = layers[layer];
  const allowed = [...[layer, ...below].map((name) => `${name}/`), ...files];
  const from = { path: `^src/${layer}/` };
  const rules = [
    {
      name: `${layer}-imports-only-${['itself', ...below].join('-and-')}`,
      severity: 'error',
      from,
      to: { path: OURS, pathNot: `^src/(${anyOf(allowed)})` },
    },
  ];
  if (!packages.includes('*')) {
    rules.push({
      name: `${layer}-uses-no-other-package`,
      severity: 'error',
      from,
      to: {
        dependencyTypes: [
          'npm',
          'npm-dev',
          'npm-peer',
          'npm-optional',
          'npm-no-pkg',
          'npm-unknown',
        ],
        ...(packages.length > 0 && { pathNot: packages.map(packagePath) }),
      },
    });
  }
  if (!node) {
    rules.push({
      name: `${layer}-runs-without-node`,
      severity: 'error',
      from,
      to: { dependencyTypes: ['core'] },
    });
  }
  return rules;
}

export default {
  forbidden: [
    ...names.flatMap(rulesOf),
    {
      name: 'edges-import-down-and-not-each-other',
      severity: 'error',
      from: { path: EDGE },
      to: { path: OURS, pathNot: `^src/($1|${anyOf(belowEdges)})/` },
    },
    {
      name: 'store-implementations-are-chosen-by-the-composition',
      comment: 'Everyone else sees the contracts, the files directly in src/store.',
      severity: 'error',
      from: { path: '^src/(?!store/)[^/]+/' },
      to: { path: '^src/store/[^/]+/' },
    },
    {
      name: 'shared-rules-import-only-each-other-and-protocol',
      severity: 'error',
      from: { path: `^src/${SHARED_RULES}` },
      to: { path: OURS, pathNot: `^src/(protocol/|${SHARED_RULES})` },
    },
    {
      name: 'web-reaches-no-schemas',
      comment: 'They would bring zod along.',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^src/protocol/(index|schemas)\\.ts$', reachable: true },
    },
    {
      name: 'load-test-knows-only-the-protocol-and-the-rules',
      comment:
        'The benchmarks and the show are the exception: they run pieces of the server themselves.',
      severity: 'error',
      from: { path: '^load-test/(?!bench/|show/)' },
      to: { path: OURS, pathNot: '^(load-test|src/protocol|src/game)/' },
    },
    {
      name: 'the-oracle-knows-no-rules-of-the-program',
      comment: 'It judges them, so it computes them anew from RULES.md.',
      severity: 'error',
      from: { path: '^load-test/oracle/' },
      to: { path: '^src/game/' },
    },
    {
      name: 'load-test-folders-point-one-way',
      comment: 'swarm ← report ← rig ← the others ← lab.',
      severity: 'error',
      from: { path: '^load-test/(swarm|report|rig)/' },
      to: {
        path: '^load-test/',
        pathNot: '^load-test/($1|swarm|report|rig)/',
      },
    },
    {
      name: 'nothing-of-load-test-imports-its-command',
      severity: 'error',
      from: { path: '^load-test/(?!lab/)' },
      to: { path: '^load-test/lab/' },
    },
    {
      name: 'source-imports-no-tests',
      severity: 'error',
      from: { path: '^(src|load-test)/' },
      to: { path: '^(test|scripts)/' },
    },
    {
      name: 'nothing-imports-main',
      severity: 'error',
      from: {},
      to: { path: '^src/main\\.ts$' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'server-runs-without-development-packages',
      comment: 'The container image installs only `dependencies`; types are gone by then.',
      severity: 'error',
      from: { path: '^src/(?!web/)' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|load-test/node_modules)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'svelte', 'browser', 'node', 'default'],
    },
  },
};
