import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemSchema, violationCodes } from '@/lib/contract/problem';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  service.call('GET', path, { token: null, headers });

it('the types of errors are addresses that say what the error is', async () => {
  const wrong = await service.call('GET', '/v1/booking/orders?reservation=1&createdAt[after]=soon&page=1');
  const missing = await service.call('GET', '/v1/forms/1');
  const token = await get('/v1/booking/orders');
  for (const { status, body } of [wrong, missing, token]) {
    const { type = '' } = problemSchema.parse(body);
    const described = await get(type);
    expect([described.status, described.body]).toMatchObject([200, { '@id': type, type, status }]);
  }
  for (const code of Object.values(violationCodes)) {
    const described = await get(`/validation_errors/${code}`, { 'accept-language': 'fr' });
    expect(described.status).toBe(200);
    expect(described.headers.get('content-language')).toBe('fr');
  }
  for (const path of ['/errors/999', '/errors/x', '/validation_errors/x', '/validation_errors/%']) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
});

it.each(['/openapi.json', '/docs.jsonld', '/contexts/BookingOrder'])(
  '%s is sent compressed, and not again to who has it',
  async (path) => {
    const request = (headers: Record<string, string>) =>
      service.handle(new Request(`https://service.test${path}`, { headers }));
    const plain = await request({});
    const zipped = await request({ 'accept-encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe(await plain.text());
    const tag = plain.headers.get('etag') ?? '';
    expect(zipped.headers.get('etag')).toBe(tag);
    const again = await request({ 'if-none-match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  },
);
