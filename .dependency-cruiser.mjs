/**
 * Rules of the game that the page needs as well. They run in a browser, which not all of `game` does,
 * and import only each other and the protocol.
 */
const SHARED_RULES =
  'game/(?:shared/[a-z\\d-]+|map/(?:ground|jump-points|tile-heap|walls|way)|kinds/(?:own/[a-z-]+|cloud-zones|floor|mixed-letters|on-map|poll-zones|rights|ruler|series|spelling|spot|summary|written))\\.ts$';

/**
 * The layers of src: imports point down, never up. A layer may import itself, the layers named
 * here, the files named here and the packages named here; `*` is any package. The files directly in src/server
 * compose them all.
 */
const shared = ['game', 'protocol'];
const platform = (...names) => names.map((name) => `server/platform/${name}`);
const live = (...names) => names.map((name) => `server/live/${name}`);
const desk = (...names) => names.map((name) => `server/desk/${name}`);
const contracts = 'server/contracts';
const layers = {
  protocol: { below: [], packages: ['zod'], node: false },
  game: { below: ['protocol'], packages: ['@noble/hashes'], node: false },
  [contracts]: { below: shared, packages: [], node: true },
  'server/platform/config': {
    below: [...platform('disk', 'identity', 'redis'), ...shared],
    packages: ['pino', 'zod'],
    node: true,
  },
  'server/platform/disk': { below: [], packages: [], node: true },
  'server/platform/identity': {
    below: [contracts, 'protocol'],
    packages: ['lru-cache'],
    node: true,
  },
  'server/platform/redis': { below: [], packages: ['ioredis'], node: true },
  'server/platform/rate': {
    below: [contracts, ...platform('identity'), 'protocol'],
    packages: [],
    node: true,
  },
  'server/platform/database': {
    below: ['protocol'],
    packages: ['kysely', 'libsql', 'pg'],
    node: true,
  },
  'server/platform/zip': { below: platform('rate'), packages: [], node: true },
  'server/platform/theme': { below: [], packages: ['lru-cache', 'zod'], node: true },
  'server/live/store': {
    below: [contracts, ...platform('disk', 'rate', 'redis'), ...shared],
    packages: ['*'],
    node: true,
  },
  'server/live/batch': {
    below: [...live('store'), ...platform('rate'), ...shared],
    packages: [],
    node: true,
  },
  'server/live/moderation': { below: shared, packages: [], node: true },
  'server/live/room': {
    below: [
      contracts,
      ...live('batch', 'moderation', 'store'),
      ...platform('config', 'identity', 'rate'),
      ...shared,
    ],
    packages: ['@nestjs/common', 'lru-cache'],
    node: true,
  },
  'server/live/rehearsal': {
    below: [...live('room', 'batch', 'store'), ...shared],
    packages: [],
    node: true,
  },
  'server/live/gateway': {
    below: [
      contracts,
      ...live('rehearsal', 'room', 'batch', 'store'),
      ...platform('identity', 'rate', 'redis'),
      ...shared,
    ],
    packages: ['*'],
    node: true,
  },
  'server/desk/accounts': {
    below: [contracts, ...platform('database', 'identity', 'rate'), 'protocol'],
    packages: [],
    node: true,
  },
  'server/desk/child': { below: ['protocol'], packages: [], node: true },
  'server/desk/files': {
    below: [...desk('child'), ...platform('rate', 'zip'), ...shared],
    packages: ['iconv-lite', 'saxen', 'zod'],
    node: true,
  },
  'server/desk/pictures': {
    below: [contracts, ...desk('accounts', 'child'), ...platform('database', 'rate'), ...shared],
    packages: ['kysely', 'lru-cache', 'sharp'],
    node: true,
  },
  'server/desk/looks': {
    below: [contracts, ...desk('accounts'), ...platform('database', 'theme'), 'protocol'],
    packages: ['kysely', 'lru-cache'],
    node: true,
  },
  'server/desk/tickets': {
    below: [
      contracts,
      ...desk('accounts', 'files'),
      ...platform('database', 'identity'),
      ...shared,
      'game',
    ],
    packages: ['zod'],
    node: true,
  },
  'server/desk/sets': {
    below: [
      contracts,
      ...desk('accounts', 'files', 'pictures'),
      ...platform('database', 'rate', 'zip'),
      ...shared,
    ],
    packages: ['kysely', 'lru-cache', 'zod'],
    node: true,
  },
  'server/desk/results': {
    below: [...desk('accounts'), ...platform('database', 'rate', 'zip'), ...shared],
    packages: ['kysely', 'lru-cache'],
    node: true,
  },
  'server/metrics': {
    below: [...live('batch', 'store'), 'protocol'],
    packages: ['prom-client'],
    node: true,
  },
  'server/watchdog': { below: [], packages: [], node: true },
  'server/http': {
    below: [
      contracts,
      ...desk('accounts', 'child', 'files', 'looks', 'pictures', 'results', 'sets', 'tickets'),
      ...live('room', 'store'),
      ...platform('config', 'database', 'identity', 'rate', 'theme', 'zip'),
      'server/metrics',
      ...shared,
    ],
    packages: ['*'],
    node: true,
  },
  web: {
    below: ['protocol'],
    files: [SHARED_RULES],
    packages: ['svelte', 'socket.io-client', 'uqr', 'echarts'],
    node: false,
  },
};

const names = Object.keys(layers);
/** Types and names that are made of the catalogues; the words of the server are for it alone. */
const MADE = 'i18n/made/(?:types|languages)\\.ts$';
const SERVER_WORDS = 'i18n/made/server/';
const OURS = '^(src|test|load-test|scripts)/';
const anyOf = (values) => values.join('|');

/** Where a package resolves to; the path of an unresolved one is its bare name. */
const packagePath = (name) => `(^|node_modules/)${name}(/|$)`;

function rulesOf(layer) {
  const { below, files = [], packages, node } = layers[layer];
  const words = node ? [MADE, SERVER_WORDS] : [MADE];
  const allowed = [...[layer, ...below].map((name) => `${name}/`), ...files, ...words];
  const from = { path: `^src/${layer}/` };
  const rules = [
    {
      name: `${layer}-imports-only-what-it-may`,
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
      name: 'every-folder-of-the-server-is-a-layer',
      severity: 'error',
      from: { path: '^src/server/.+/', pathNot: names.map((name) => `^src/${name}/`) },
      to: {},
    },
    {
      name: 'store-implementations-are-chosen-by-the-composition',
      comment: 'Everyone else sees the contracts, the files directly in src/server/live/store.',
      severity: 'error',
      from: { path: '^src/.+/', pathNot: ['^src/server/live/store/', '^src/server/[^/]+$'] },
      to: { path: '^src/server/live/store/[^/]+/' },
    },
    {
      name: 'shared-rules-import-only-each-other-and-protocol',
      severity: 'error',
      from: { path: `^src/${SHARED_RULES}` },
      to: { path: OURS, pathNot: `^src/(protocol/|${MADE}|${SHARED_RULES})` },
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
        'The benchmarks and the show are the exception: they run pieces of the server themselves. So is how phones ' +
        'load pictures, which the laboratory does by the code of the page.',
      severity: 'error',
      from: { path: '^load-test/(?!bench/|show/)' },
      to: {
        path: OURS,
        pathNot: '^((load-test|src/protocol|src/game)/|src/web/kinds/load-in-turn\\.ts$)',
      },
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
      from: { pathNot: '^src/main\\.ts$' },
      to: { path: '^src/server/main\\.ts$' },
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
