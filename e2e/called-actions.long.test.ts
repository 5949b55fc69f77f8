import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { malformedForms, withoutFields } from '@/testing/storefront/malformed-forms';
import { startOwnPrograms } from './start-programs';

// Whoever knows the name of an action can call it with anything, as scripts and as forms do. Each action answers what no page
// of ours sends with 4xx, never with 500.

const manifestShape = z.object({
  node: z.record(
    z.string(),
    z.object({
      workers: z.record(z.string(), z.unknown()),
      filename: z.string(),
      exportedName: z.string(),
    }),
  ),
});

interface Action {
  readonly id: string;
  readonly name: string;
  /** The address of a page that has a form for it. */
  readonly page: string;
  /** Whether it gets the state of its form before the form. */
  readonly hasState: boolean;
}

let shop: Awaited<ReturnType<typeof startOwnPrograms>>;
const actions: Action[] = [];

/** Without the groups of routes, with some identifier for each parameter. */
const addressOf = (worker: string) =>
  worker
    .replace(/^app/, '')
    .replace(/\/page$/, '')
    .replaceAll(/\/\([^)]*\)/g, '')
    .replace('[locale]', 'en')
    .replaceAll(/\[[^\]]*\]/g, '3f0d6a3e-5b1c-4d53-9a57-3c1f4e0b6a10');

beforeAll(async () => {
  const manifest = await readFile('.next/server/server-reference-manifest.json', 'utf8');
  for (const [id, { workers, exportedName: name }] of Object.entries(
    manifestShape.parse(JSON.parse(manifest)).node,
  )) {
    const [worker = ''] = Object.keys(workers);
    // The bits of the first byte say which arguments it takes.
    actions.push({ id, name, page: addressOf(worker), hasState: id.startsWith('60') });
  }
  shop = await startOwnPrograms();
}, 180_000);
afterAll(() => shop.stop());

async function statusOf(
  { id, page }: Action,
  body: BodyInit,
  headers: Record<string, string>,
): Promise<number> {
  const { storefrontUrl } = shop.programs;
  const response = await fetch(`${storefrontUrl}${page}`, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: {
      origin: new URL(storefrontUrl).origin,
      ...headers,
      ...('next-action' in headers ? { 'next-action': id } : {}),
    },
  });
  await response.arrayBuffer();
  return response.status;
}

const byScript = { 'next-action': '' };

/** What the scripts of a page send for a call with these arguments. */
function argumentsWith(form: FormData, { hasState }: Action): FormData {
  const sent = new FormData();
  for (const [name, value] of form) sent.append(`1_${name}`, value);
  sent.append('0', JSON.stringify([...(hasState ? [{ attempt: 0 }] : []), '$K1']));
  return sent;
}

/** What a form sends without scripts. */
function formWith(form: FormData, { id, hasState }: Action): FormData {
  const sent = new FormData();
  if (hasState) {
    sent.append('$ACTION_REF_1', '');
    sent.append('$ACTION_1:0', JSON.stringify({ id, bound: '$@1' }));
    sent.append('$ACTION_1:1', JSON.stringify([{ attempt: 0 }]));
  } else sent.append(`$ACTION_ID_${id}`, '');
  for (const [name, value] of form) sent.append(name, value);
  return sent;
}

/** The calls with other statuses than expected. */
async function wrongOf(
  call: (action: Action) => Promise<number>,
  isRight: (status: number, action: Action) => boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const action of actions) {
    const status = await call(action);
    if (!isRight(status, action)) wrong.push(`${action.name}: ${status}`);
  }
  return wrong;
}

const isRefused = (status: number, { name }: Action) => name === 'renew' || (status >= 400 && status < 500);
const isRefusedForm = (status: number, action: Action) =>
  withoutFields.has(action.name) ? status < 500 : isRefused(status, action);

describe('an action', () => {
  it('is known to the build with the page that calls it', () => {
    expect(actions.length).toBeGreaterThan(50);
  });

  const texts = [
    '',
    'x',
    '[',
    '{}',
    '"x"',
    '[]',
    '[null]',
    '["x"]',
    '[{}]',
    '[{"attempt":0},"x"]',
    '["$F0"]',
  ];
  it.each(texts)('that is called with the text %j refuses it', { timeout: 300_000 }, async (text) => {
    const call = (action: Action) =>
      statusOf(action, text, { ...byScript, 'content-type': 'text/plain;charset=UTF-8' });
    expect(await wrongOf(call, isRefused)).toEqual([]);
  });

  it.each(Object.entries(malformedForms))(
    'that is called with %s refuses it',
    { timeout: 300_000 },
    async (_, form) => {
      const byScripts = (action: Action) => statusOf(action, argumentsWith(form, action), byScript);
      expect(await wrongOf(byScripts, isRefusedForm)).toEqual([]);
      const without = (action: Action) => statusOf(action, formWith(form, action), {});
      expect(await wrongOf(without, isRefusedForm)).toEqual([]);
    },
  );
});
