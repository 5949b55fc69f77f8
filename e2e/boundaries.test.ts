import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findFolderCycles } from '../docs/pictures/folder-cycles';

/** A forbidden import for each rule: written into an empty project, it must be refused. */
const forbidden: { rule: string; from: string; to: string }[] = [
  { rule: 'money-imports', from: 'lib/money/a.ts', to: 'lib/client/target.ts' },
  { rule: 'log-imports', from: 'lib/log/a.ts', to: 'lib/client/target.ts' },
  { rule: 'client-imports', from: 'lib/client/a.ts', to: 'lib/database/target.ts' },
  { rule: 'shop-imports', from: 'lib/shop/a.ts', to: 'lib/storefront/target.ts' },
  { rule: 'shop-tables-layer', from: 'lib/shop/tables/a.ts', to: 'lib/shop/rules/target.ts' },
  { rule: 'shop-rules-layer', from: 'lib/shop/rules/a.ts', to: 'lib/shop/data/target.ts' },
  { rule: 'shop-rules-are-pure', from: 'lib/shop/rules/b.ts', to: 'lib/shop/tables/target.ts' },
  { rule: 'shop-data-layer', from: 'lib/shop/data/a.ts', to: 'lib/shop/flows/basket/target.ts' },
  { rule: 'shop-flows-layer', from: 'lib/shop/flows/order/a.ts', to: 'lib/shop/worker/target.ts' },
  { rule: 'shop-basket-flow', from: 'lib/shop/flows/basket/a.ts', to: 'lib/shop/flows/order/target.ts' },
  { rule: 'shop-files-stand-alone', from: 'lib/shop/e.ts', to: 'lib/shop/data/target.ts' },
  { rule: 'shop-worker-in-runtime', from: 'lib/storefront/a.ts', to: 'lib/shop/worker/target.ts' },
  { rule: 'known-shop-folders-only', from: 'lib/shop/worker/a.ts', to: 'lib/shop/flows/helpers/target.ts' },
  { rule: 'service-catalog-layer', from: 'service/catalog/a.ts', to: 'service/order/target.ts' },
  { rule: 'messages-readers', from: 'service/order/d.ts', to: 'lib/locale/messages.ts' },
  { rule: 'messages-readers', from: 'components/b.ts', to: 'lib/locale/messages.ts' },
  { rule: 'failure-messages-readers', from: 'service/order/e.ts', to: 'lib/locale/failure-messages.ts' },
  { rule: 'refusal-messages-readers', from: 'app/d.ts', to: 'lib/locale/refusal-messages.ts' },
  { rule: 'email-messages-readers', from: 'components/c.ts', to: 'lib/locale/email-messages.ts' },
  { rule: 'email-messages-readers', from: 'service/order/f.ts', to: 'lib/locale/email-messages.ts' },
  { rule: 'service-messages-readers', from: 'components/d.ts', to: 'lib/locale/service-messages.ts' },
  { rule: 'service-messages-readers', from: 'lib/mail/a.ts', to: 'lib/locale/service-messages.ts' },
  { rule: 'payment-demo-messages-readers', from: 'app/e.ts', to: 'lib/locale/payment-demo-messages.ts' },
  { rule: 'service-stands-alone', from: 'service/order/a.ts', to: 'lib/client/target.ts' },
  { rule: 'service-is-remote', from: 'app/a.ts', to: 'service/order/target.ts' },
  { rule: 'demo-is-outside', from: 'demo/a.ts', to: 'service/order/target.ts' },
  { rule: 'public-api-only', from: 'app/b.ts', to: 'lib/discovery/inner/target.ts' },
  { rule: 'customers-without-staff', from: 'components/basket/a.ts', to: 'components/staff/ui/target.ts' },
  {
    rule: 'customers-without-staff',
    from: 'lib/storefront/common/order/a.ts',
    to: 'lib/storefront/staff/order/target.ts',
  },
  {
    rule: 'staff-without-customers',
    from: 'lib/storefront/staff/order/a.ts',
    to: 'lib/storefront/shop/order/target.ts',
  },
  { rule: 'components-are-shown-data', from: 'components/a.ts', to: 'lib/storefront/target.ts' },
  { rule: 'pages-use-storefront', from: 'app/c.ts', to: 'lib/shop/target.ts' },
  { rule: 'testing-in-tests-only', from: 'service/order/b.ts', to: 'testing/ticketing-service/target.ts' },
  { rule: 'testing-in-tests-only', from: 'lib/money/d.ts', to: 'testing/fakes/identity/target.ts' },
  { rule: 'testing-in-tests-only', from: 'lib/payment/a.ts', to: 'testing/fakes/stripe/target.ts' },
  { rule: 'demo-runs-fakes', from: 'demo/b.ts', to: 'testing/database/target.ts' },
  { rule: 'demo-runs-fakes', from: 'demo/d.ts', to: 'demo/testing/target.ts' },
  { rule: 'testing-without-demo', from: 'testing/shop/a.ts', to: 'demo/target.ts' },
  { rule: 'testing-without-demo', from: 'testing/fakes/identity/a.ts', to: 'demo/target.ts' },
  { rule: 'testing-without-demo', from: 'testing/a.test.ts', to: 'demo/testing/target.ts' },
  { rule: 'fakes-stand-alone', from: 'testing/service/a.ts', to: 'lib/shop/target.ts' },
  { rule: 'fakes-stand-alone', from: 'testing/fakes/stripe/a.ts', to: 'lib/client/target.ts' },
  { rule: 'fakes-without-helpers', from: 'testing/fakes/mail/b.ts', to: 'testing/database/target.ts' },
  { rule: 'known-lib-modules-only', from: 'lib/money/b.ts', to: 'lib/utils/target.ts' },
  { rule: 'known-service-modules-only', from: 'service/order/c.ts', to: 'service/helpers/target.ts' },
  { rule: 'no-circular', from: 'lib/money/c.ts', to: 'lib/money/c.ts' },
];
const packages = [
  { rule: 'no-framework-below-storefront', from: 'lib/shop/b.ts', name: 'next/navigation' },
  { rule: 'browser-code-only', from: 'components/e.ts', name: 'node:fs' },
  { rule: 'browser-code-only', from: 'lib/contract/a.ts', name: 'openid-client' },
  { rule: 'no-dev-dependency', from: 'lib/shop/c.ts', name: 'vitest' },
  { rule: 'no-dev-dependency', from: 'demo/c.ts', name: 'vitest' },
  { rule: 'no-dev-dependency', from: 'testing/fakes/mail/a.ts', name: 'vitest' },
  { rule: 'no-dev-dependency', from: 'testing/fakes/stripe/b.ts', name: 'vitest' },
  { rule: 'resolvable', from: 'lib/shop/d.ts', name: 'no-such-package' },
];

/** Folders that import each other by way of a third one. */
const cycle = [
  { from: 'lib/storefront/one/a.ts', to: 'lib/storefront/two/target.ts' },
  { from: 'lib/storefront/two/a.ts', to: 'lib/storefront/three/target.ts' },
  { from: 'lib/storefront/three/a.ts', to: 'lib/storefront/one/target.ts' },
];

const report = z.object({
  modules: z.array(
    z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) }),
  ),
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

let project: string;
let found: string[];
let cycles: string[];

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'boundaries-'));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  };
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json'])
    await cp(file, join(project, file));
  await symlink(resolve('node_modules'), join(project, 'node_modules'));
  const planted = [...forbidden, ...cycle];
  const sources = new Set(planted.map(({ from }) => from));
  for (const { to } of planted) if (!sources.has(to)) await write(to, 'export const it = 1;\n');
  for (const { from, to } of planted) await write(from, `import '@/${to.replace('.ts', '')}';\n`);
  for (const { from, name } of packages) await write(from, `import '${name}';\n`);
  const command = resolve('node_modules/.bin/depcruise');
  const args = [
    'app',
    'components',
    'lib',
    'service',
    'demo',
    'testing',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
  ];
  const { stdout } = await promisify(execFile)(command, args, { cwd: project, maxBuffer: 50_000_000 });
  const { modules, summary } = report.parse(JSON.parse(stdout));
  found = summary.violations.map(({ from, rule }) => `${rule.name} ${from}`);
  cycles = findFolderCycles(modules);
});

afterAll(async () => {
  await rm(project, { recursive: true });
});

describe('the import rules', () => {
  it.each([...forbidden, ...packages])('$rule refuses what $from imports', ({ rule, from }) => {
    expect(found).toContain(`${rule} ${from}`);
  });

  it('refuse folders that import each other', () => {
    expect(cycles).toContain('lib/storefront/one lib/storefront/three lib/storefront/two');
  });
});
