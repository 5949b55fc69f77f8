import { expect, it } from 'vitest';
import { z } from 'zod';
import { misspeltSettings } from '../lib/network/given-settings';
import { settingGroups } from '../lib/runtime/settings';
import { settings as serviceSettings } from '../service/env';
import { describeSettings } from './settings-text';

const program = (settings: Record<string, z.ZodType>) => ({
  title: 'A',
  about: 'B.',
  groups: { all: settings },
});

it('a setting has its default from the schema, or is required, or optional', () => {
  const text = describeSettings([
    program({
      HOST: z.string().default('localhost').describe('the host'),
      PROXIES: z.array(z.string()).default(['::1', '::2']).describe('the proxies'),
      SECRET: z.string().describe('the secret'),
      FILE: z.string().optional().describe('the file'),
    }),
  ]);
  expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
    '- **`HOST`** (`localhost`): the host.',
    '- **`PROXIES`** (`::1,::2`): the proxies.',
    '- **`SECRET`** (required): the secret.',
    '- **`FILE`** (optional): the file.',
  ]);
});

it('a setting that an earlier program has, too, is only named', () => {
  const port = z.string().describe('the port');
  const text = describeSettings([
    program({ PORT: port, HOST: z.string().describe('its host') }),
    { ...program({ PORT: port, HOST: z.string().describe('another host') }), title: 'C' },
  ]);
  expect(text.split('## C')[1]).toBe(
    '\n\nB.\n\nAs above: `PORT`.\n\n- **`HOST`** (required): another host.\n',
  );
});

it('settings without a description are refused, and named', () => {
  const settings = { PORT: z.string().default('1'), HOST: z.string().describe('the host'), FILE: z.string() };
  expect(() => describeSettings([program(settings)])).toThrow(
    'These settings have no description: PORT, FILE',
  );
  // A description that a later step of the schema has lost.
  expect(() => describeSettings([program({ PORT: z.string().describe('the port').optional() })])).toThrow(
    'PORT',
  );
});

it('no setting of one program is taken for a misspelt one of the other', () => {
  const service = Object.keys(serviceSettings);
  const storefront = Object.values(settingGroups).flatMap((group) => Object.keys(group));
  const allOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'set']));
  expect(misspeltSettings(allOf(service), storefront)).toEqual([]);
  expect(misspeltSettings(allOf(storefront), service)).toEqual([]);
});
