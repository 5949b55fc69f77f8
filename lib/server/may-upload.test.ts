import { expect, it } from 'vitest';
import { type Page, shop } from '@/testing/server/test-server';
import { pagesForEach } from '@/testing/server/pages';

const pages = pagesForEach();
const path = '/api/staff/feeds';
const large = Buffer.alloc(100 * 1024, 'a');

/** As the route of uploads answers: only this cookie is of somebody who may upload. */
const next: Page = async (request, response) => {
  response.statusCode = request.headers.cookie === 'session=may' ? 204 : 403;
  if (request.method === 'POST') response.statusCode = 200;
  response.end();
  return Promise.resolve();
};

const upload = (cookie?: string) => ({
  method: 'POST',
  headers: { origin: shop, ...(cookie === undefined ? {} : { cookie }) },
  body: large,
});

it('a feed is read if the route of uploads says that its sender may upload it', async () => {
  const { call, asked } = await pages.open(next);
  expect((await call(path, upload('session=may'))).status).toBe(200);
  expect((await call(path, upload('session=may-not'))).status).toBe(413);
  expect(asked).toEqual([path, path, path]);
});

it('nobody is asked about a request without a cookie, or with a body of the usual size', async () => {
  const { call, asked } = await pages.open(next);
  expect((await call(path, upload())).status).toBe(413);
  expect(asked).toEqual([]);
  expect((await call(path, { ...upload('session=may'), body: 'a=1' })).status).toBe(200);
  expect(asked).toEqual([path]);
});

it('a failure while its sender is looked up refuses the feed', async () => {
  const { call, requestErrors } = await pages.open(() => Promise.reject(new Error('unavailable')));
  expect((await call(path, upload('session=may'))).status).toBe(503);
  expect(requestErrors.splice(0)).toMatchObject([{ message: 'unavailable' }]);
});
