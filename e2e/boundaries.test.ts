import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findFolderCycles } from '../docs/pictures/folder-cycles';

interface Planted {
  rule: string;
  from: string;
  to: string;
}

const configuration = z.object({
  forbidden: z.array(
    z.object({
      name: z.string(),
      from: z.object({ path: z.string().optional(), pathNot: z.string().optional() }),
      to: z.object({ path: z.string().optional(), pathNot: z.string().optional() }),
    }),
  ),
});
const rules = configuration.parse(createRequire(import.meta.url)('../.dependency-cruiser.cjs')).forbidden;

const matches = (ends: { path?: string | undefined; pathNot?: string | undefined }, path: string) =>
  new RegExp(ends.path ?? '').test(path) &&
  (ends.pathNot === undefined || !new RegExp(ends.pathNot).test(path));

/** The folders that exist, but for those that no module may import anyway. */
const folders = ['lib', 'service', 'lib/shop', 'lib/shop/flows']
  .flatMap((parent) => [
    ...readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${parent}/${name}`),
    parent,
  ])
  .filter((folder) => !rules.some(({ name, to }) => /^known-/.test(name) && matches(to, `${folder}/a.ts`)));

/** For each rule about the imports of a folder: a folder that it may not import. A rule that refuses none is useless. */
const betweenFolders = rules
  .filter(({ name }) => /-(imports|layer|flow)$/.test(name))
  .map(({ name, from, to }): Planted => {
    const refused = folders.map((folder) => `${folder}/target.ts`).find((path) => matches(to, path));
    return { rule: name, from: `${from.path?.slice(1) ?? ''}planted.ts`, to: refused ?? 'no-such-folder.ts' };
  });

/** For each group of texts: who may not read it. */
const readers = [
  'app',
  'components',
  'lib/mail',
  'lib/server',
  'lib/storefront',
  'service/order',
  'demo/payment',
];
const betweenTexts = rules
  .filter(({ name }) => name.endsWith('-readers'))
  .flatMap(({ name, from }): Planted[] => {
    const texts = name.replace('-readers', '.ts');
    return readers
      .map((folder) => `${folder}/reads-${texts}`)
      .filter((path) => matches(from, path))
      .map((path) => ({ rule: name, from: path, to: `lib/locale/${texts}` }));
  });

/** A forbidden import for each other rule: written into an empty project, it must be refused. */
const forbidden: Planted[] = [
  ...betweenFolders,
  ...betweenTexts,
  { rule: 'shop-rules-are-pure', from: 'lib/shop/rules/b.ts', to: 'lib/shop/tables/target.ts' },
  { rule: 'shop-files-stand-alone', from: 'lib/shop/e.ts', to: 'lib/shop/data/target.ts' },
  { rule: 'shop-worker-in-runtime', from: 'lib/storefront/a.ts', to: 'lib/shop/worker/target.ts' },
  { rule: 'known-shop-folders-only', from: 'lib/shop/worker/a.ts', to: 'lib/shop/flows/helpers/target.ts' },
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
  it('are all broken here', () => {
    const planted = new Set([...forbidden, ...packages].map(({ rule }) => rule));
    expect([...planted].sort()).toEqual(rules.map(({ name }) => name).sort());
  });

  it.each([...forbidden, ...packages])('$rule refuses what $from imports', ({ rule, from }) => {
    expect(found).toContain(`${rule} ${from}`);
  });

  it('refuse folders that import each other', () => {
    expect(cycles).toContain('lib/storefront/one lib/storefront/three lib/storefront/two');
  });
});
