import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

/** A forbidden import for each rule of the house: planted in an empty house, each must be refused. */
const planted: { rule: string; from: string; to: string }[] = [
  { rule: 'money-doors', from: 'lib/money/a.ts', to: 'lib/client/target.ts' },
  { rule: 'log-doors', from: 'lib/log/a.ts', to: 'lib/client/target.ts' },
  { rule: 'client-doors', from: 'lib/client/a.ts', to: 'lib/database/target.ts' },
  { rule: 'checkout-doors', from: 'lib/checkout/a.ts', to: 'lib/storefront/target.ts' },
  { rule: 'service-catalog-looks-left', from: 'service/catalog/a.ts', to: 'service/order/target.ts' },
  { rule: 'service-stands-alone', from: 'service/order/a.ts', to: 'lib/client/target.ts' },
  { rule: 'meet-on-the-wire', from: 'app/a.ts', to: 'service/order/target.ts' },
  { rule: 'demo-stays-outside', from: 'demo/a.ts', to: 'service/order/target.ts' },
  { rule: 'doors-only', from: 'app/b.ts', to: 'lib/storefront/inner/target.ts' },
  { rule: 'components-are-shown-data', from: 'components/a.ts', to: 'lib/storefront/target.ts' },
  { rule: 'app-wires', from: 'app/c.ts', to: 'lib/checkout/target.ts' },
  { rule: 'testing-stays-in-tests', from: 'service/order/b.ts', to: 'service/order/order-testing.ts' },
  { rule: 'named-lib-rooms-only', from: 'lib/money/b.ts', to: 'lib/utils/target.ts' },
  { rule: 'named-service-rooms-only', from: 'service/order/c.ts', to: 'service/helpers/target.ts' },
  { rule: 'no-circular', from: 'lib/money/c.ts', to: 'lib/money/c.ts' },
];
const packages = [
  { rule: 'framework-stays-upstairs', from: 'lib/checkout/b.ts', name: 'next/navigation' },
  { rule: 'no-dev-dependency', from: 'lib/checkout/c.ts', name: 'vitest' },
  { rule: 'resolvable', from: 'lib/checkout/d.ts', name: 'no-such-package' },
];

const report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

let house: string;
let found: string[];

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'house-'));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(house, path)), { recursive: true });
    await writeFile(join(house, path), text);
  };
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json'])
    await cp(file, join(house, file));
  await symlink(resolve('node_modules'), join(house, 'node_modules'));
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
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
  ];
  const { stdout } = await promisify(execFile)(command, args, { cwd: house, maxBuffer: 50_000_000 });
  found = report.parse(JSON.parse(stdout)).summary.violations.map(({ from, rule }) => `${rule.name} ${from}`);
});

afterAll(async () => {
  await rm(house, { recursive: true });
});

describe('the rules of the house', () => {
  it.each([...planted, ...packages])('$rule refuses what $from imports', ({ rule, from }) => {
    expect(found).toContain(`${rule} ${from}`);
  });
});
