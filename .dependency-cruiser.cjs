// The architecture as import rules. e2e/boundaries.test.ts breaks each of them, and fails if one is left out.
const names = (list) => list.split(' ');
// A module of lib/ may import only the modules named beside it.
const MODULES = {
  contract: [],
  money: [],
  locale: [],
  combination: ['contract'],
  metrics: [],
  tracing: [],
  database: ['metrics', 'tracing'],
  network: ['metrics', 'tracing', 'log'],
  log: ['tracing'],
  client: ['contract', 'money', 'locale', 'tracing', 'network'],
  payment: ['contract', 'money', 'locale', 'tracing'],
  mail: ['contract', 'money', 'locale'],
  discovery: ['contract', 'money', 'locale', 'client', 'combination'],
  shop: names('contract money locale metrics tracing database log client payment mail invoice'),
  setup: ['contract', 'locale'],
  wallet: [],
  pdf: [],
  invoice: ['contract', 'money', 'locale', 'pdf'],
  doctor: ['database', 'network'],
  runtime: names(
    'contract money locale metrics database network log client discovery payment mail invoice shop wallet doctor',
  ),
  'page-cache': ['contract', 'locale', 'network', 'discovery'],
  server: names('contract locale metrics tracing network log shop runtime page-cache'),
  storefront: names(
    'contract money locale network log client combination setup discovery shop runtime wallet',
  ),
};
const VALUES = 'contract|money|locale';
const PURE = `${VALUES}|combination|setup|shop/values|shop/rules`; // may reach a browser bundle
const SHARED = `${VALUES}|metrics|tracing|database|network|log|pdf|doctor`; // what the service may take from lib
// Inside the service a module may import only modules that come before it.
const LAYERS = names(
  'ids http organization catalog idempotency event seat availability session product offer discovery form reservation document order admission feed administration setup voucher description',
);

// Inside lib/shop a folder may import only files of lib/shop itself and of folders that come before it.
const SHOP_LAYERS = ['values', 'tables', 'rules', 'data', 'flows', 'worker'];
// A flow may import only flows that come before it.
const FLOWS = [
  'payment',
  'refund',
  'visit',
  'invoice',
  'voucher',
  'basket',
  'cancellation',
  'exchange',
  'checkout',
  'counter',
  'answers',
  'order',
  'event-change',
  'guest-list',
  'message',
  'waiting-list',
  'waiting-room',
  'lookup',
  'mail',
  'attention',
  'report',
  'shift',
  'closing',
  'reconciliation',
  'restore',
  'privacy',
];

// The modules that may load each group of texts of lib/locale. Pages get theirs from next-intl. So the browser loads few
// texts, and no program loads the texts of another.
const READERS = {
  messages: '^lib/storefront/',
  'failure-messages': '^components/',
  'refusal-messages': '^lib/(server|page-cache)/',
  'waiting-messages': '^lib/server/',
  'email-messages': '^lib/(mail|shop)/',
  'invoice-messages': '^lib/(invoice|shop)/',
  'service-messages': '^service/',
  'payment-demo-messages': '^demo/payment/',
};

// Tests, and what only tests use.
const TESTS = '[.]test[.]tsx?$|^(demo/)?testing/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    ...Object.entries(MODULES).map(([module, imports]) =>
      rule(
        `${module}-imports`,
        `lib/${module} may import: ${imports.join(', ') || 'no other module'}`,
        { path: `^lib/${module}/` },
        { path: '^(app|components|lib|service|demo)/', pathNot: `^lib/(${[module, ...imports].join('|')})/` },
      ),
    ),
    ...LAYERS.map((layer, i) =>
      rule(
        `service-${layer}-layer`,
        `service/${layer} may import: ${LAYERS.slice(0, i).join(', ') || 'no other module'}`,
        { path: `^service/${layer}/`, pathNot: TESTS },
        { path: '^service/', pathNot: `^service/(${LAYERS.slice(0, i + 1).join('|')})/` },
      ),
    ),
    // The last of these two lists may import all others, so it has no rule.
    ...SHOP_LAYERS.slice(0, -1).map((layer, i) =>
      rule(
        `shop-${layer}-layer`,
        `lib/shop/${layer} may import: ${SHOP_LAYERS.slice(0, i).join(', ') || 'no other folder'}`,
        { path: `^lib/shop/${layer}/`, pathNot: TESTS },
        { path: '^lib/shop/[^/]+/', pathNot: `^lib/shop/(${SHOP_LAYERS.slice(0, i + 1).join('|')})/` },
      ),
    ),
    ...FLOWS.slice(0, -1).map((flow, i) =>
      rule(
        `shop-${flow}-flow`,
        `lib/shop/flows/${flow} may import: ${FLOWS.slice(0, i).join(', ') || 'no other flow'}`,
        { path: `^lib/shop/flows/${flow}/`, pathNot: TESTS },
        { path: '^lib/shop/flows/', pathNot: `^lib/shop/flows/(${FLOWS.slice(0, i + 1).join('|')})/` },
      ),
    ),
    rule(
      'shop-rules-are-pure',
      'Rules take only types from tables, so that browsers may load them.',
      { path: '^lib/shop/(values|rules)/', pathNot: TESTS },
      { path: '^lib/shop/(tables/|[^/]+$)', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'shop-files-stand-alone',
      'The files of lib/shop itself are used by all of its folders, and import none of them.',
      { path: '^lib/shop/[^/]+$', pathNot: `${TESTS}|drizzle[.]config[.]ts$` },
      { path: '^lib/shop/[^/]+/' },
    ),
    rule(
      'shop-worker-in-runtime',
      'Only the runtime starts the worker of the shop.',
      { path: '^(app|components|lib)/', pathNot: `^lib/(runtime|shop/worker)/|${TESTS}` },
      { path: '^lib/shop/worker/' },
    ),
    rule(
      'known-shop-folders-only',
      'A new folder of lib/shop is added to SHOP_LAYERS or FLOWS first.',
      {},
      {
        path: '^lib/shop/[^/]+/',
        pathNot: `^lib/shop/((${SHOP_LAYERS.filter((layer) => layer !== 'flows').join('|')})/|flows/(${FLOWS.join('|')})/)`,
      },
    ),
    ...Object.entries(READERS).map(([name, readers]) =>
      rule(
        `${name}-readers`,
        `Only ${readers} may import lib/locale/${name}, except its types.`,
        { pathNot: `${readers}|^lib/locale/|${TESTS}|^e2e/|^bench/` },
        { path: `^lib/locale/${name}[.]ts$`, dependencyTypesNot: ['type-only'] },
      ),
    ),
    rule(
      'service-stands-alone',
      'The service takes only the contract, money, locale, metrics, tracing, database, network, log, pdf and doctor from lib.',
      { path: '^service/' },
      { path: '^(app|components|lib|demo)/', pathNot: `^lib/(${SHARED})/` },
    ),
    rule(
      'service-is-remote',
      'The storefront does not import the service; it calls it over HTTPS.',
      { path: '^(app|components|lib)/' },
      { path: '^(service|demo)/' },
    ),
    rule(
      'demo-is-outside',
      'The demo environment calls the service and the shop only over the network, like any other client.',
      { path: '^demo/' },
      { path: '^(app|components|service)/' },
    ),
    rule(
      'public-api-only',
      'From outside, import the files in the folder of a lib module; its subfolders are private, but for those of the shop and of the storefront.',
      { path: '^(?:app|components|service|demo|e2e)/|^lib/([^/]+)/' },
      { path: '^lib/[^/]+/[^/]+/', pathNot: '^lib/($1|shop|storefront)/' },
    ),
    rule(
      'customers-without-staff',
      'What customers see uses nothing that only staff need.',
      {
        path: '^(app/[^/]+/[(]shop[)]|components/(?!staff/)[^/]+|lib/storefront/(shop|common))/',
        pathNot: TESTS,
      },
      { path: '^(app/[^/]+/staff|components/staff|lib/storefront/staff)/' },
    ),
    rule(
      'staff-without-customers',
      'What only staff see uses nothing that only customers need; what both need is in lib/storefront/common.',
      { path: '^(app/[^/]+/staff|components/staff|lib/storefront/(staff|common))/', pathNot: TESTS },
      { path: '^(app/[^/]+/[(]shop[)]|lib/storefront/shop)/' },
    ),
    rule(
      'components-are-shown-data',
      'Components import only components and pure modules, except types; server actions come as props.',
      { path: '^components/' },
      { path: '^(app|lib)/', pathNot: `^lib/(${PURE})/`, dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'browser-code-only',
      'Modules that may reach a browser use nothing of Node or of a server.',
      { path: `^components/|^lib/(${PURE})/`, pathNot: TESTS },
      {
        path: 'node_modules/(pg|undici|openid-client|stripe|nodemailer|sharp|drizzle-orm|pino)/|^node:|^(fs|net|http|https|crypto|path|os)$',
      },
    ),
    rule(
      'pages-use-storefront',
      'Pages and routes reach the server through storefront or runtime.',
      { path: '^app/' },
      { path: '^lib/', pathNot: `^lib/(${PURE}|storefront|runtime)/` },
    ),
    rule(
      'no-framework-below-storefront',
      'Modules below lib/storefront do not import Next, next-auth or React.',
      { path: '^(lib|service)/', pathNot: '^lib/(storefront|mail|server)/' },
      { path: 'node_modules/(next|next-auth|react|react-dom|@tanstack)/' },
    ),
    rule(
      'testing-in-tests-only',
      'Production code imports no test double and no test helper.',
      { pathNot: `${TESTS}|^e2e/|^bench/|^demo/` },
      { path: '^testing/|^e2e/' },
    ),
    rule(
      'demo-runs-fakes',
      'The demo environment takes only the fakes that it runs from testing/, and no helper of its tests.',
      { path: '^demo/', pathNot: TESTS },
      { path: '^((demo/)?testing|e2e|bench)/', pathNot: '^testing/fakes/' },
    ),
    rule(
      'testing-without-demo',
      'What tests share does not need the demo environment.',
      { path: '^testing/' },
      { path: '^demo/' },
    ),
    rule(
      'fakes-stand-alone',
      'A fake shares only the contract, money and locale with the programs that call it.',
      { path: '^testing/(fakes|service)/' },
      { path: '^(app|components|lib|service)/', pathNot: `^lib/(${VALUES})/` },
    ),
    rule(
      'fakes-without-helpers',
      'The fakes that the demo environment runs need nothing else of testing/.',
      { path: '^testing/fakes/', pathNot: '[.]test[.]tsx?$' },
      { path: '^(testing|e2e|bench)/', pathNot: '^testing/fakes/' },
    ),
    rule(
      'known-lib-modules-only',
      'A new module of lib/ is added to MODULES first.',
      {},
      { path: '^lib/', pathNot: `^lib/(${Object.keys(MODULES).join('|')})/` },
    ),
    rule(
      'known-service-modules-only',
      'A new module of service/ is added to LAYERS first.',
      {},
      { path: '^service/[^/]+/', pathNot: `^service/(${LAYERS.join('|')})/` },
    ),
    rule('no-circular', 'Dependencies have one direction.', {}, { circular: true }),
    rule('resolvable', 'Every import resolves.', {}, { couldNotResolve: true }),
    rule(
      'no-dev-dependency',
      'Production code and the demo environment, with the fakes that it runs, import no devDependency.',
      {
        path: '^(app|components|lib|service|demo|testing/fakes)/',
        pathNot: '[.]test[.]tsx?$|^demo/testing/|drizzle[.]config[.]ts$',
      },
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
