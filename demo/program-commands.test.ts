import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { programCommands } from './program-commands';

it.each(['service', 'storefront', 'demo'] as const)(
  'starts the %s like its npm script, so that benchmarks measure the real program',
  async (name) => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await readFile('package.json', 'utf8')));
    const { env, args } = programCommands[name];
    const settings = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
    expect(scripts[name]).toBe([...settings, 'exec', 'node', ...args].join(' '));
  },
);
