import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sharedTransactions } from './shared-transactions';

/** Work whose batches the test lets end one at a time. */
function held({ lanes = 1, most = 200, waitSeconds = 5 } = {}) {
  const batches: { requests: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const shared = sharedTransactions<string, string>({
    work: (requests) =>
      new Promise((resolve, reject) => {
        batches.push({
          requests,
          end: () => resolve(requests.map((one) => one.toUpperCase())),
          fail: reject,
        });
      }),
    isUnavailable: (error) => error instanceof Error && error.message === 'away',
    lanes,
    most,
    waitSeconds,
  });
  const turn = () => new Promise((done) => setImmediate(done));
  return { shared, batches, turn };
}

describe('shared transactions', () => {
  it('let a lone request go at once, and those behind it ride together, in their order', async () => {
    const { shared, batches, turn } = held();
    const first = shared.submit('a');
    expect(batches.map(({ requests }) => requests)).toEqual([['a']]);
    const others = ['b', 'c', 'd'].map((one) => shared.submit(one));
    expect(shared.waiting).toBe(3);
    batches[0]?.end();
    expect(await first).toBe('A');
    await turn();
    expect(batches[1]?.requests).toEqual(['b', 'c', 'd']);
    batches[1]?.end();
    expect(await Promise.all(others)).toEqual(['B', 'C', 'D']);
  });

  it('have a bounded size and a bounded number under way', async () => {
    const { shared, batches, turn } = held({ lanes: 2, most: 3 });
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((one) => shared.submit(one));
    expect(batches.map(({ requests }) => requests)).toEqual([['a'], ['b']]);
    batches[0]?.end();
    await turn();
    expect(batches[2]?.requests).toEqual(['c', 'd', 'e']);
    batches[1]?.end();
    await turn();
    expect(batches[3]?.requests).toEqual(['f', 'g']);
    for (const { end } of batches) end();
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
  });

  it('do nothing for a caller that went away before its turn', async () => {
    const { shared, batches, turn } = held();
    const first = shared.submit('a');
    const gone = new AbortController();
    const second = shared.submit('b', gone.signal);
    const third = shared.submit('c');
    gone.abort();
    batches[0]?.end();
    await expect(second).rejects.toThrow('aborted');
    await turn();
    expect(batches[1]?.requests).toEqual(['c']);
    batches[1]?.end();
    expect(await Promise.all([first, third])).toEqual(['A', 'C']);
  });

  it('turn away whoever would wait too long', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { shared, batches } = held();
    const first = shared.submit('a');
    const late = expect(shared.submit('b')).rejects.toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
    });
    vi.advanceTimersByTime(5_001);
    batches[0]?.end();
    await first;
    await late;
  });

  it('turn it away though nothing that is under way ever ends', async () => {
    const { shared, batches } = held({ lanes: 2, waitSeconds: 0.05 });
    void shared.submit('a');
    void shared.submit('b');
    const busy = { status: 503, headers: { 'retry-after': '2' } };
    await expect(shared.submit('c')).rejects.toMatchObject(busy);
    const later = [shared.submit('d'), shared.submit('e')];
    for (const one of await Promise.allSettled(later)) expect(one).toMatchObject({ reason: busy });
    expect(shared.waiting).toBe(0);
    expect(batches).toHaveLength(2);
  });

  it('fail for all when the database is away', async () => {
    const { shared, batches, turn } = held();
    const first = shared.submit('a');
    const others = Promise.allSettled([shared.submit('b'), shared.submit('c')]);
    batches[0]?.end();
    await first;
    await turn();
    batches[1]?.fail(new Error('away'));
    expect(await others).toMatchObject([{ reason: { message: 'away' } }, { reason: { message: 'away' } }]);
    expect(batches).toHaveLength(2);
  });

  it('let nobody fall with another: a batch that fails is done one by one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 8 }),
        async (poisoned, most) => {
          const done: number[] = [];
          const shared = sharedTransactions<number, number>({
            work: async (batch) => {
              await Promise.resolve();
              if (batch.some((index) => poisoned[index])) throw new Error('poison');
              done.push(...batch);
              return batch;
            },
            isUnavailable: () => false,
            lanes: 1,
            most,
          });
          const results = await Promise.allSettled(poisoned.map((_, index) => shared.submit(index)));
          expect(results.map(({ status }) => status === 'rejected')).toEqual(poisoned);
          expect(done).toEqual(poisoned.flatMap((bad, index) => (bad ? [] : [index])));
        },
      ),
    );
  });
});
