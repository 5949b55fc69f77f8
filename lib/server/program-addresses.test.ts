import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { pagesForEach } from '@/testing/server/pages';
import { apiRoutes } from './program-addresses';

const test = pagesForEach();

it('the addresses below /api/ are those of the folders in app/api/', () => {
  const folder = fileURLToPath(new URL('../../app/api', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => file.endsWith('/route.ts'))
    .map((file) => file.slice(0, -'/route.ts'.length));
  expect([...apiRoutes].sort()).toEqual(found.sort());
});

it.each([
  '/api/random',
  '/api/',
  '/api/availability/more',
  '/api/orders/a/b/c/d',
  '/_next/random',
  '/_next/image?url=x',
  '/_next/static/random.js',
  '/_next/static/chunks/app/%5Blocale%5D/other.js',
])('%s is answered with 404 without Next', async (path) => {
  const { call, asked } = await test.open((_request, response) => Promise.resolve(void response.end()));
  const answer = await call(path);
  expect(answer).toMatchObject({ status: 404, body: 'Not found' });
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(asked).toEqual([]);
});

it.each([
  '/api/availability',
  '/api/auth/callback/staff?code=1',
  '/api/orders/3f0c/documents/77aa',
  '/_next/static/chunks/app/%5Blocale%5D/page.js?dpl=1',
  '/icon.svg',
])('%s is answered by Next', async (path) => {
  const { call, asked } = await test.open((_request, response) => Promise.resolve(void response.end('x')));
  expect((await call(path)).status).toBe(200);
  expect(asked).toEqual([path]);
});
