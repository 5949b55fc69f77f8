import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, type APIRequestContext } from '@playwright/test';
import { z } from 'zod';
import { test } from './recorded';
import { address, askForFerry, words } from './shop';

// Requests of an attacker to the built shop; the tests in lib/server check its rules one by one.

test.use({ javaScriptEnabled: false });

const shop = () => address('E2E_SHOP');

/** Sends a form as a page of the shop would. */
async function post(request: APIRequestContext, path: string, multipart: Record<string, string>) {
  return request.post(`${shop()}${path}`, {
    multipart,
    headers: { origin: shop(), accept: 'text/html' },
    maxRedirects: 0,
  });
}

const log = () => readFile(join(address('E2E_DATA'), 'log', 'storefront.log'), 'utf8');

test('payloads that no form of the shop has are refused, in the language of the page, without a stack in the log', async ({
  request,
}) => {
  const before = (await log()).length;
  const unknown = { $ACTION_ID_4012345678901234567890123456789012345678ab: '' };
  const payloads: [Record<string, string>, number][] = [
    [{ $ACTION_ID_zz: '' }, 400],
    [{ $ACTION_REF_1: '', '$ACTION_1:0': '{"id":"40","bound":null}' }, 400],
    [{ $ACTION_REF_1: '', '$ACTION_1:0': '{"id":' }, 400],
    [{ $ACTION_REF___proto__: '', '$ACTION___proto__:0': '{}' }, 400],
    [{ ['__proto__']: 'x', ...unknown }, 409],
    [unknown, 409],
  ];
  for (const [payload, status] of payloads) {
    const response = await post(request, '/fr', payload);
    expect([payload, response.status()]).toEqual([payload, status]);
    expect(await response.text()).toContain('Ce formulaire');
  }
  const broken = await request.post(`${shop()}/fr`, {
    data: 'no parts',
    headers: { origin: shop(), accept: 'text/html', 'content-type': 'multipart/form-data; boundary=x' },
  });
  expect(broken.status()).toBe(400);
  const lines = (await log()).slice(before).split('\n').filter(Boolean);
  for (const line of lines) {
    expect(line.length).toBeLessThan(600);
    expect(JSON.parse(line)).not.toHaveProperty('err.stack');
  }
});

/** The actions of the build, each with the address of a page that has it. */
async function actionsOfBuild(): Promise<[string, string][]> {
  const text = await readFile('.next/server/server-reference-manifest.json', 'utf8');
  const { node } = z
    .object({ node: z.record(z.string(), z.object({ workers: z.record(z.string(), z.unknown()) })) })
    .parse(JSON.parse(text));
  return Object.entries(node).map(([id, { workers }]) => {
    const page = Object.keys(workers)[0] ?? '';
    const path = page
      .replace(/^app/, '')
      .replace(/\/page$/, '')
      .replaceAll(/\/\(\w+\)/g, '')
      .replace('[locale]', 'en')
      .replaceAll(/\[[^\]]+\]/g, '00000000-0000-4000-8000-000000000000');
    return [id, path];
  });
}

const multipart = (...fields: [string, string][]) =>
  `${fields.map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--x--\r\n`;
const ofForm = 'multipart/form-data; boundary=x';

/** What a script could send to an action: never what one of our pages sends. */
const calls: readonly (readonly [type: string | null, body: string])[] = [
  ...[
    '',
    '[',
    '[]',
    '[null]',
    '[1,2]',
    '{"a":1}',
    '["$undefined","$undefined"]',
    '["$K1"]',
    '[{"attempt":0}]',
  ].map((body) => ['text/plain;charset=UTF-8', body] as const),
  ['application/json', '[]'],
  ['application/octet-stream', '\0\u0001'],
  ['application/x-www-form-urlencoded', '0=%5B%5D'],
  [null, '[]'],
  ['multipart/form-data', '--x--'],
  [ofForm, multipart()],
  [ofForm, multipart(['0', '{'])],
  [ofForm, multipart(['0', '["$K1"]'], ['1_email', 'a\0b'], ['1_checkoutId', '\u202e'])],
  [ofForm, multipart(['0', '[{"attempt":0},"$K1"]'], ['1_attempt', '\u0007'])],
  [ofForm, multipart(['0', '["$K1","$K1"]'], ['1_', ''])],
];

test('every action answers every kind of body without an internal error', async ({ page, request }) => {
  test.setTimeout(600_000);
  await page.goto(`${shop()}/en`);
  const actions = await actionsOfBuild();
  expect(actions.length).toBeGreaterThan(50);
  const wrong: unknown[] = [];
  for (const [id, path] of actions) {
    for (const [type, data] of calls) {
      const headers = {
        origin: shop(),
        'next-action': id,
        ...(type === null ? {} : { 'content-type': type }),
      };
      const response = await request.post(`${shop()}${path}`, {
        headers,
        data: Buffer.from(data),
        maxRedirects: 0,
      });
      if (response.status() >= 500) wrong.push([path, id, type, data, response.status()]);
    }
    // As a form without scripts, with fields that no form of ours has.
    const fields = { [`$ACTION_ID_${id}`]: '', checkoutId: 'a\0b', email: '\u202e', attempt: '\u0007' };
    const response = await post(request, path, fields);
    if (response.status() >= 500) wrong.push([path, id, 'form', response.status()]);
  }
  expect(wrong).toEqual([]);
});

test('characters that nobody sees, pasted into a name, are removed', async ({ page }) => {
  await askForFerry(page, shop());
  await expect(page.getByRole('button', { name: words.en.orderAndPay })).toBeVisible();
  const form = page
    .locator('main form')
    .filter({ has: page.getByLabel(words.en.firstname, { exact: true }) });
  const own: Record<string, string> = {};
  for (const input of await form.locator('input[type=hidden]').all())
    own[(await input.getAttribute('name')) ?? ''] = await input.inputValue();
  const details = {
    firstname: 'Zo\0\u0007e',
    lastname: 'Aal\u202eto',
    email: 'pasted@example.test',
    country: 'NL',
  };
  const send = (fields: Record<string, string>) =>
    post(page.request, new URL(page.url()).pathname, { ...own, ...fields, phone: '' });
  // Too long: it is kept for another try, cut off, but not between the halves of a character.
  const tooLong = await send({ ...details, firstname: `a${'\ud83d\ude00'.repeat(300)}` });
  expect(tooLong.status()).toBe(200);
  const response = await send(details);
  expect(response.status()).toBe(303);
  expect(response.headers()['location']).toMatch(/\/pay\//);
});

test('a real form with additional fields causes no harm', async ({ page }) => {
  await askForFerry(page, shop());
  await expect(page.getByRole('button', { name: words.en.orderAndPay })).toBeVisible();
  await page.goBack();
  const form = page.locator('main form').filter({ has: page.getByRole('spinbutton') });
  const own: Record<string, string> = {};
  for (const input of await form.locator('input').all()) {
    const [name, value, type] = await Promise.all(
      ['name', 'value', 'type'].map((attribute) => input.getAttribute(attribute)),
    );
    if (name && type !== 'radio') own[name] = value ?? '';
  }
  const { pathname } = new URL(page.url());
  for (const extra of ['__proto__', 'constructor', 'prototype', 'session.__proto__']) {
    // With the cookies of the page: without any, the shop would give one first.
    const response = await post(page.request, pathname, { ...own, [extra]: '1' });
    expect([extra, response.status()]).toEqual([extra, 303]);
  }
});

test('URLs with a dot that match no route show the shop’s "not found" page', async ({ page }) => {
  for (const path of ['/no.file', '/en/no.file', '/fr/catalogs/x.y']) {
    const response = await page.goto(`${shop()}${path}`);
    expect(response?.status()).toBe(404);
    expect(response?.headers()['content-security-policy']).toContain("script-src 'self' 'sha256-");
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('an upgrade request is answered like any other, and its connection ends', async ({ request }) => {
  await request.get(`${shop()}/en`);
  for (const path of ['/en/nowhere/at/all', '/en', 'http://x:99999999/']) {
    const { hostname, port } = new URL(shop());
    const socket = connect({ host: hostname, port: Number(port) });
    const headers = 'Host: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n';
    socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 (200|400|404) /);
  }
});
