import { afterEach, describe, expect, it, vi } from 'vitest';
import { noteCatalogueRead, noteOfRequest, noteSameUntil } from '@/lib/runtime/request-state';
import { pageOf, pagesForEach } from '@/testing/server/pages';

const test = pagesForEach();
const always = { PAGE_FRESH_SECONDS: '0', PAGE_STALE_SECONDS: '0' };

afterEach(() => {
  vi.useRealTimers();
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
        if (catalogue.isUnavailable) return Promise.reject(new Error('unavailable'));
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
