// The plan of the house, as rules. Each is shown to bite in e2e/house.test.ts.
// A room of lib/ may enter only the rooms named beside it.
const ROOMS = {
  contract: [],
  money: [],
  locale: [],
  database: [],
  network: [],
  log: [],
  client: ['contract', 'money', 'locale'],
  payment: ['money'],
  mail: ['contract', 'money', 'locale'],
  checkout: ['contract', 'money', 'locale', 'database', 'log', 'client', 'payment', 'mail'],
  runtime: [
    ...['contract', 'money', 'locale', 'database', 'network', 'log'],
    ...['client', 'payment', 'mail', 'checkout'],
  ],
  server: ['contract', 'locale', 'network', 'log', 'runtime'],
  storefront: ['contract', 'money', 'locale', 'network', 'log', 'client', 'checkout', 'runtime'],
};
const PURE = 'contract|money|locale'; // may reach a browser bundle
const SHARED = `${PURE}|database|network|log`; // what the service may take from lib
// Inside the service a room may enter only rooms to its left.
const CORRIDOR = [
  'http',
  'organization',
  'catalog',
  'idempotency',
  'event',
  'availability',
  'session',
  'product',
  'offer',
  'form',
  'reservation',
  'document',
  'order',
  'feed',
  'description',
];

// Tests, and what only tests use.
const TESTS = '[.]test[.]tsx?$|testing[.]ts$';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    ...Object.entries(ROOMS).map(([room, doors]) =>
      rule(
        `${room}-doors`,
        `lib/${room} may import: ${doors.join(', ') || 'nothing of ours'}`,
        { path: `^lib/${room}/` },
        { path: '^(app|components|lib|service|demo)/', pathNot: `^lib/(${[room, ...doors].join('|')})/` },
      ),
    ),
    ...CORRIDOR.map((room, i) =>
      rule(
        `service-${room}-looks-left`,
        `service/${room} may import: ${CORRIDOR.slice(0, i).join(', ') || 'no other room'}`,
        { path: `^service/${room}/`, pathNot: TESTS },
        { path: '^service/', pathNot: `^service/(${CORRIDOR.slice(0, i + 1).join('|')})/` },
      ),
    ),
    rule(
      'service-stands-alone',
      'The service takes only the contract, money, locale, database, network and log from lib.',
      { path: '^service/' },
      { path: '^(app|components|lib|demo)/', pathNot: `^lib/(${SHARED})/` },
    ),
    rule(
      'meet-on-the-wire',
      'Nobody imports the service; the storefront speaks HTTPS to it.',
      { path: '^(app|components|lib)/' },
      { path: '^(service|demo)/' },
    ),
    rule(
      'demo-stays-outside',
      'The stage speaks to the service and the shop as the outside world would.',
      { path: '^demo/' },
      { path: '^(app|components|service)/' },
    ),
    rule(
      'doors-only',
      'From outside, import the root files of a lib room; its subfolders are private.',
      { path: '^(?:app|components|service|demo|e2e)/|^lib/([^/]+)/' },
      { path: '^lib/[^/]+/[^/]+/', pathNot: '^lib/$1/' },
    ),
    rule(
      'components-are-shown-data',
      'Components import only components and pure rooms; server actions come as props.',
      { path: '^components/' },
      { path: '^(app|lib)/', pathNot: `^lib/(${PURE})/` },
    ),
    rule(
      'app-wires',
      'Pages and routes reach the server through storefront or runtime.',
      { path: '^app/' },
      { path: '^lib/', pathNot: `^lib/(${PURE}|storefront|runtime)/` },
    ),
    rule(
      'framework-stays-upstairs',
      'Below lib/storefront nobody knows Next, next-auth or React.',
      { path: '^(lib|service)/', pathNot: '^lib/(storefront|mail|server)/' },
      { path: 'node_modules/(next|next-auth|react|react-dom|@tanstack)/' },
    ),
    rule(
      'testing-stays-in-tests',
      'Shipped code imports no test helper.',
      { pathNot: `${TESTS}|^e2e/|^bench/` },
      { path: 'testing[.]ts$|^e2e/' },
    ),
    rule(
      'named-lib-rooms-only',
      'Draw a new room on the plan (ROOMS) before building it.',
      {},
      { path: '^lib/', pathNot: `^lib/(${Object.keys(ROOMS).join('|')})/` },
    ),
    rule(
      'named-service-rooms-only',
      'Draw a new room on the CORRIDOR before building it.',
      {},
      { path: '^service/[^/]+/', pathNot: `^service/(${CORRIDOR.join('|')})/` },
    ),
    rule('no-circular', 'One direction.', {}, { circular: true }),
    rule(
      'meet-on-the-wire-too',
      'The stage speaks to the service as the outside world would.',
      { path: '^demo/' },
      { path: '^(app|components|service)/' },
    ),
    rule('resolvable', 'Every import resolves.', {}, { couldNotResolve: true }),
    rule(
      'no-dev-dependency',
      'Shipped code imports no devDependency.',
      { path: '^(app|components|lib|service)/', pathNot: `${TESTS}|drizzle[.]config[.]ts$` },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true, // see type-only imports too
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
