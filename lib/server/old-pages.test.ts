import { afterEach, describe, expect, it, vi } from 'vitest';
import { noteCatalogueRead, noteOfRequest, noteSameUntil } from '@/lib/runtime/request-state';
import { pageOf, pagesForEach } from '@/testing/server/pages';
import type { Page } from '@/testing/server/test-server';

const test = pagesForEach();
const always = { PAGE_FRESH_SECONDS: '0', PAGE_STALE_SECONDS: '0' };

afterEach(() => {
  vi.useRealTimers();
});

describe('a page that changes', () => {
  it('is rendered again for the first who asks, and sent as it was to others in the meantime', async () => {
    let version = 1;
    const waiting: (() => void)[] = [];
    const { call } = await test.open(
      async (request, response) => {
        if (version > 1) await new Promise<void>((resolve) => waiting.push(resolve));
        await pageOf(`Version ${version}`)(request, response);
      },
      { PAGE_FRESH_SECONDS: '0' },
    );
    const before = await call('/fr');
    version = 2;
    const first = call('/fr');
    await expect.poll(() => waiting.length).toBe(1);
    for (let each = 0; each < 3; each += 1) expect((await call('/fr')).body).toContain('Version 1');
    expect(waiting).toHaveLength(1);
    waiting[0]?.();
    const after = await first;
    expect(after.body).toContain('Version 2');
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  it('is never sent older than allowed, also while it is rendered', async () => {
    let version = 0;
    const waiting: (() => void)[] = [];
    const { call, arrived, asked } = await test.open(
      async (request, response) => {
        version += 1;
        const made = version;
        if (made > 1) await new Promise<void>((resolve) => waiting.push(resolve));
        await pageOf(`Version ${made}`)(request, response);
      },
      { PAGE_FRESH_SECONDS: '0', PAGE_STALE_SECONDS: '0' },
    );
    await call('/fr');
    const all = [call('/fr'), call('/fr')];
    await expect.poll(() => [arrived.length, waiting.length]).toEqual([3, 1]);
    waiting[0]?.();
    for (const answer of await Promise.all(all)) expect(answer.body).toContain('Version 2');
    expect(asked).toHaveLength(2);
  });
});

it('a page that says that there is nothing at its address is answered with 404, but not to a navigation', async () => {
  const { call } = await test.open((request, response) => {
    noteOfRequest({ isPageMissing: true });
    return pageOf('Nothing here')(request, response);
  });
  const answer = await call('/fr/tickets/abc');
  expect(answer.status).toBe(404);
  expect(answer.body).toContain('Nothing here');
  expect((await call('/fr/tickets/abc?_rsc=abcde', { headers: { rsc: '1' } })).status).toBe(200);
});

it('a page that says that the person may not see it is answered with 403, but not to a navigation', async () => {
  const { call } = await test.open((request, response) => {
    noteOfRequest({ isPageForbidden: true });
    return pageOf('Not allowed')(request, response);
  });
  const answer = await call('/fr/staff/reports');
  expect(answer.status).toBe(403);
  expect(answer.body).toContain('Not allowed');
  expect((await call('/fr/staff/reports?_rsc=abcde', { headers: { rsc: '1' } })).status).toBe(200);
});

describe('while the service is unavailable', () => {
  const away = (isUnavailable: () => boolean): Page => {
    return (request, response) => {
      if (isUnavailable()) noteOfRequest({ isServiceUnavailable: true });
      return pageOf(isUnavailable() ? 'Away' : 'Hello')(request, response);
    };
  };
  const always = { PAGE_FRESH_SECONDS: '0', PAGE_STALE_SECONDS: '0' };

  it.each([
    ['kept for all visitors', '/fr'],
    ['for one visitor', '/fr/staff'],
  ])('a page that says nothing else is answered with 503: %s', async (_, path) => {
    const { call } = await test.open((request, response) => {
      noteOfRequest({ isServiceUnavailable: true, isPageUnavailable: true });
      return pageOf('Away')(request, response);
    });
    const headers = { 'retry-after': '10', 'x-robots-tag': 'noindex' };
    const answer = await call(path);
    expect(answer).toMatchObject({ status: 503, headers });
    expect(answer.body).toContain('Away');
    const navigation = await call(`${path}?_rsc=abcde`, { headers: { rsc: '1' } });
    expect(navigation.status).toBeLessThan(300);
  });

  it('the last page is sent, and says how old it is', async () => {
    let isUnavailable = false;
    const { call } = await test.open(
      away(() => isUnavailable),
      always,
    );
    const before = await call('/fr');
    isUnavailable = true;
    const old = await call('/fr', { headers: { 'if-none-match': String(before.headers.etag) } });
    expect(old).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(old.body).toContain('Hello');
    expect(old.body).toContain(
      '<body class="a"><aside role="status" class="outdated-notice">Cette page date',
    );
    expect(old.body).toContain('1 minute\u00a0:');
    expect(old.headers['content-security-policy']).toBe(before.headers['content-security-policy']);
    isUnavailable = false;
    await expect.poll(async () => (await call('/fr')).body).not.toContain('<aside');
  });

  it('the last page is sent also while nothing answers at all, and the new one as soon as something does', async () => {
    let hangs = false;
    const waiting: (() => void)[] = [];
    const { call } = await test.open(async (request, response) => {
      if (hangs) await new Promise<void>((resolve) => waiting.push(resolve));
      await pageOf(hangs ? 'Late' : 'Hello')(request, response);
    }, always);
    await call('/fr');
    hangs = true;
    const late = (await call('/fr')).body;
    expect(late).toContain('<aside role="status"');
    // The service may only be slow.
    expect(late).toContain('Sa mise à jour est en cours');
    expect(late).not.toContain('ne répond pas');
    expect((await call('/fr')).body).toContain('Hello');
    expect(waiting).toHaveLength(1);
    waiting[0]?.();
    hangs = false;
    await expect.poll(async () => (await call('/fr')).body).not.toContain('<aside');
  });

  it('a page that was never rendered says so itself, and is not kept', async () => {
    let isUnavailable = true;
    const { call, asked } = await test.open(away(() => isUnavailable));
    expect((await call('/fr')).body).toContain('Away');
    expect((await call('/fr')).headers['cache-control']).toBe('no-store');
    isUnavailable = false;
    expect((await call('/fr')).body).toContain('Hello');
    expect(asked).toHaveLength(3);
  });

  it('a navigation is refused, so that the browser loads the page that says so', async () => {
    let isUnavailable = false;
    const { call } = await test.open(
      away(() => isUnavailable),
      always,
    );
    const headers = { rsc: '1' };
    expect((await call('/fr?_rsc=a', { headers })).status).toBe(200);
    isUnavailable = true;
    expect(await call('/fr?_rsc=a', { headers })).toMatchObject({ status: 204, body: '' });
  });

  it('the availability is not sent, because the page has newer values', async () => {
    let isUnavailable = false;
    const { call } = await test.open(
      away(() => isUnavailable),
      always,
    );
    const path = '/api/availability?language=fr';
    expect((await call(path)).status).toBe(200);
    isUnavailable = true;
    expect(await call(path)).toMatchObject({ status: 503, headers: { 'retry-after': '20' } });
  });

  it('a page that is too old is not sent', async () => {
    let isUnavailable = false;
    const { call } = await test.open(
      away(() => isUnavailable),
      { ...always, PAGE_UNAVAILABLE_SECONDS: '0' },
    );
    expect((await call('/fr')).body).toContain('Hello');
    isUnavailable = true;
    expect((await call('/fr')).body).toContain('Away');
  });
});

describe('a page that can’t be kept', () => {
  it('because rendering it failed is rendered again', async () => {
    let status = 500;
    const { call, asked } = await test.open((request, response) => {
      response.statusCode = status;
      return pageOf(`Status ${status}`)(request, response);
    });
    expect(await call('/fr')).toMatchObject({ status: 500, headers: { 'cache-control': 'no-store' } });
    status = 200;
    expect((await call('/fr')).body).toContain('Status 200');
    expect(asked).toHaveLength(2);
  });

  it('because it sets a cookie is an error, and the cookie reaches nobody', async () => {
    const { call, renderErrors, requestErrors } = await test.open((request, response) => {
      response.setHeader('set-cookie', 'guest=a');
      return pageOf('Hello')(request, response);
    });
    const answer = await call('/fr');
    expect(answer.status).toBe(503);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(renderErrors.splice(0)).toMatchObject([
      { message: expect.stringContaining('sets a cookie') as string },
    ]);
    expect(requestErrors.splice(0)).toHaveLength(1);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('broken'))],
    [
      'breaks off',
      (_request, response) => {
        response.write('<html>');
        response.destroy();
        return Promise.resolve();
      },
    ],
  ] satisfies [string, Page][])(
    'because it %s is an error, and the next one is sent',
    async (_what, fail) => {
      let isBroken = true;
      const { call, renderErrors, requestErrors } = await test.open((request, response) =>
        isBroken ? fail(request, response) : pageOf('Hello')(request, response),
      );
      expect((await call('/fr')).status).toBe(503);
      expect(renderErrors.splice(0)).toHaveLength(1);
      expect(requestErrors.splice(0)).toHaveLength(1);
      isBroken = false;
      expect((await call('/fr')).body).toContain('Hello');
    },
  );
});

/**
 * A shop whose front page shows two things that it reads, and the same until a moment if one is given; `checks` counts
 * the questions whether they changed.
 */
async function open(sameUntil?: string) {
  const catalogue = { names: ['Boat', 'Museum'], isUnavailable: false, checks: 0 };
  const opened = await test.open(async (request, response) => {
    if (catalogue.isUnavailable) noteOfRequest({ isServiceUnavailable: true });
    for (const [index, name] of catalogue.names.entries()) {
      noteCatalogueRead(() => {
        catalogue.checks += 1;
        if (catalogue.isUnavailable) return Promise.reject(new Error('away'));
        return Promise.resolve(catalogue.names[index] === name);
      });
    }
    if (sameUntil !== undefined) {
      noteSameUntil(Date.parse(sameUntil));
      noteSameUntil(Infinity);
    }
    await pageOf(catalogue.names.join(' and '))(request, response);
  }, always);
  return { ...opened, catalogue };
}

describe('a page for all visitors that is not fresh any more', () => {
  it('is not rendered again if everything that was read for it is the same', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:00:30Z') });
    const { call, asked, catalogue } = await open();
    const first = await call('/fr');
    const second = await call('/fr', { headers: { 'if-none-match': String(first.headers.etag) } });
    expect(second).toMatchObject({ status: 304, headers: { age: '0' } });
    expect((await call('/fr')).body).toBe(first.body);
    expect(asked).toHaveLength(1);
    expect(catalogue.checks).toBe(4);
  });

  it('is rendered again if one thing has changed', async () => {
    const { call, asked, catalogue } = await open();
    await call('/fr');
    catalogue.names[1] = 'Theatre';
    expect((await call('/fr')).body).toContain('Boat and Theatre');
    expect(asked).toHaveLength(2);
  });

  it('is rendered again in another minute if it is not known how long it shows the same', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:00:59Z') });
    const { call, asked } = await open();
    await call('/fr');
    await call('/fr');
    expect(asked).toHaveLength(1);
    vi.setSystemTime(new Date('2026-11-23T10:01:00Z'));
    await call('/fr');
    expect(asked).toHaveLength(2);
  });

  it('is rendered again when a session that it shows begins, and not before', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:00:59Z') });
    const { call, asked } = await open('2026-11-23T10:07:00Z');
    await call('/fr');
    vi.setSystemTime(new Date('2026-11-23T10:06:59.999Z'));
    await call('/fr');
    expect(asked).toHaveLength(1);
    vi.setSystemTime(new Date('2026-11-23T10:07:00Z'));
    await call('/fr');
    expect(asked).toHaveLength(2);
  });

  it('is rendered again if it is not known what was read for it', async () => {
    const { call, asked } = await test.open(pageOf('Hello'), always);
    await call('/fr');
    await call('/fr');
    expect(asked).toHaveLength(2);
  });

  it('says how old it is while nothing can be read, and not any more afterwards', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:00:30Z') });
    const { call, asked, catalogue } = await open();
    const before = await call('/fr');
    catalogue.isUnavailable = true;
    expect((await call('/fr')).body).toContain('outdated-notice');
    catalogue.isUnavailable = false;
    await expect.poll(async () => (await call('/fr')).body).toBe(before.body);
    expect(asked.length).toBeLessThanOrEqual(3);
  });
});
