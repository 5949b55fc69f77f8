import { describe, expect, it } from 'vitest';
import { keepListings } from './kept-listings';
import type { Listing } from './listing';

const empty: Listing = { catalogs: [], events: [], complete: true };

const catalogOf = (name: string) => ({ id: 'a', name, lang: undefined, timezone: undefined });

/** Listings of a service that can be unavailable, with a clock that the test sets. */
function startListings() {
  const state = {
    now: 0,
    reads: 0,
    readMilliseconds: 0,
    error: null as Error | null,
    name: 'A',
    unread: [] as NonNullable<Listing['unread']>,
  };
  const reported: unknown[] = [];
  const checks: (() => Promise<boolean>)[] = [];
  const listings = keepListings({
    read: () => {
      state.reads += 1;
      state.now += state.readMilliseconds;
      if (state.error !== null) return Promise.reject(state.error);
      return Promise.resolve({ ...empty, catalogs: [catalogOf(state.name)], unread: state.unread });
    },
    onUse: (check) => checks.push(check),
    report: (error) => reported.push(error),
    now: () => state.now,
  });
  const nameNow = async (atMost?: number) => (await listings.get('en', atMost)).listing.catalogs[0]?.name;
  return { state, reported, checks, listings, nameNow };
}

describe('a kept listing', () => {
  it('is read once for all who need it, and not again for ten seconds', async () => {
    const { state, nameNow } = startListings();
    expect(await Promise.all([nameNow(), nameNow(), nameNow()])).toEqual(['A', 'A', 'A']);
    state.now = 10_000;
    await nameNow();
    expect(state.reads).toBe(1);
  });

  it('is read again less often if that takes long', async () => {
    const { state, nameNow } = startListings();
    state.readMilliseconds = 2_000;
    await nameNow();
    state.now = 40_000;
    await nameNow();
    expect(state.reads).toBe(1);
    state.now = 40_001;
    await nameNow();
    expect(state.reads).toBe(2);
  });

  it('is used for a minute while it is read again', async () => {
    const { state, nameNow } = startListings();
    await nameNow();
    [state.name, state.now] = ['B', 10_001];
    expect(await nameNow()).toBe('A');
    await expect.poll(() => nameNow()).toBe('B');
    expect(state.reads).toBe(2);
  });

  it('is read first after a minute, or if it must not be that old', async () => {
    const { state, nameNow } = startListings();
    await nameNow();
    [state.name, state.now] = ['B', 60_001];
    expect(await nameNow()).toBe('B');
    [state.name, state.now] = ['C', 60_002];
    expect(await nameNow(0)).toBe('C');
  });

  it('is used longer while it is read again if that takes long, up to ten minutes', async () => {
    const { state, nameNow } = startListings();
    state.readMilliseconds = 1_500;
    await nameNow();
    [state.name, state.now] = ['B', 300_000];
    expect(await nameNow()).toBe('A');
    state.readMilliseconds = 10_000;
    await expect.poll(() => nameNow(0)).toBe('B');
    [state.name, state.now] = ['C', state.now + 600_001];
    expect(await nameNow()).toBe('C');
  });

  it('is used for ten minutes if it can’t be read, and the error is reported', async () => {
    const { state, reported, nameNow } = startListings();
    await nameNow();
    state.error = new Error('unavailable');
    state.now = 600_000;
    expect(await nameNow()).toBe('A');
    expect(reported).toEqual([state.error]);
    state.now = 600_001;
    await expect(nameNow()).rejects.toBe(state.error);
    state.error = null;
    expect(await nameNow()).toBe('A');
  });

  it('is used for ten minutes if some catalogue can’t be read, and then the new one without it', async () => {
    const { state, reported, nameNow } = startListings();
    await nameNow();
    const error = new Error('of one catalogue');
    [state.name, state.unread] = ['B', [{ catalog: catalogOf('C'), error }]];
    state.now = 600_000;
    expect(await nameNow()).toBe('A');
    expect(reported).toEqual([error]);
    state.now = 600_001;
    expect(await nameNow()).toBe('B');
    expect(reported).toEqual([error, error]);
  });

  it('tells whether it would be shown in the same way now', async () => {
    const { state, checks, nameNow } = startListings();
    await nameNow();
    state.now = 60_001;
    expect(await checks[0]?.()).toBe(true);
    [state.name, state.now] = ['B', 130_000];
    expect(await checks[0]?.()).toBe(false);
  });
});
