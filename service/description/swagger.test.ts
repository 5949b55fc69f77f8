import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

async function fetchText(path: string, method = 'GET') {
  const response = await service.handle(new Request(`https://service.test${path}`, { method }));
  return { response, text: await response.text() };
}

describe('/docs', () => {
  it('is a page that loads only what this service serves', async () => {
    const { response, text } = await fetchText('/docs');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).not.toMatch(/<script>|<style|style=|https?:/);
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(loaded).toHaveLength(4);
    for (const path of loaded) {
      const asset = await fetchText(path);
      expect([path, asset.response.status]).toEqual([path, 200]);
      expect(asset.response.headers.get('content-type')).toMatch(
        /^(text\/css|text\/javascript|image\/png)(; charset=utf-8)?$/,
      );
      expect(asset.text.length).toBeGreaterThan(100);
    }
    expect((await fetchText('/docs/initializer.js')).text).toContain("url: '/openapi.json'");
  });

  it.each([
    '/docs/package.json',
    '/docs/index.html',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2fpackage.json',
    '/docs/swagger-ui-bundle.js/',
    '/docs/constructor',
    '/docs/%00',
  ])('serves no other file: %s', async (path) => {
    expect((await fetchText(path)).response.status).toBe(404);
  });

  it.each(['/', '/docs', '/docs.jsonld', '/openapi.json', '/contexts/Error', '/docs/swagger-ui.css'])(
    'answers HEAD for %s like GET, without a body, and refuses other methods',
    async (path) => {
      const [get, head] = [await fetchText(path), await fetchText(path, 'HEAD')];
      expect([head.response.status, head.text]).toEqual([200, '']);
      expect(head.response.headers.get('content-type')).toBe(get.response.headers.get('content-type'));
      const post = await fetchText(path, 'POST');
      expect([post.response.status, post.response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    },
  );
});
