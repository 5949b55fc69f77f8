import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sharedTransactions } from './shared-transactions';

interface HeldOptions {
  keysOf?: (request: string) => readonly string[];
  lanes?: number;
  mostLanes?: number;
  most?: number;
  waitSeconds?: number;
}

/** Work whose batches the test lets end one at a time. */
function held(options: HeldOptions = {}) {
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
    isUnavailable: (error) => error instanceof Error && error.message === 'unavailable',
    lanes: 1,
    ...options,
  });
  const turn = () => new Promise((done) => setImmediate(done));
  return { shared, batches, turn };
}

// A test that blocks must fail soon: no test here waits for more than a few milliseconds.
describe('shared transactions', () => {
  it('run a single request at once, and run later ones together, in their order', async () => {
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

  it('have a maximum size and a maximum number that run at once', async () => {
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

  it('have requests of one key, and do not wait for those of another', async () => {
    const { shared, batches, turn } = held({ keysOf: (request) => [request.charAt(0)] });
    const all = ['a1', 'a2', 'b1', 'a3', 'b2', 'c1'].map((one) => shared.submit(one));
    expect(batches.map(({ requests }) => requests)).toEqual([['a1'], ['b1'], ['c1']]);
    batches[0]?.end();
    await turn();
    expect(batches[3]?.requests).toEqual(['a2', 'a3']);
    batches[1]?.end();
    await turn();
    expect(batches[4]?.requests).toEqual(['b2']);
    for (const { end } of batches) end();
    expect(await Promise.all(all)).toEqual(['A1', 'A2', 'B1', 'A3', 'B2', 'C1']);
  });

  it('run no more about one key at once than allowed, also if some are about others as well', async () => {
    const { shared, batches, turn } = held({ keysOf: (request) => request.split('') });
    const all = ['a', 'ab', 'ac', 'b'].map((one) => shared.submit(one));
    expect(batches.map(({ requests }) => requests)).toEqual([['a'], ['b']]);
    batches[0]?.end();
    await turn();
    expect(batches[2]?.requests).toEqual(['ac']);
    batches[1]?.end();
    await turn();
    expect(batches).toHaveLength(3);
    batches[2]?.end();
    await turn();
    batches[3]?.end();
    expect(await Promise.all(all)).toEqual(['A', 'AB', 'AC', 'B']);
  });

  it('watch how long requests wait with one timer, however many batches run', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { shared, batches, turn } = held({ most: 1 });
    const all = ['a', 'b', 'c', 'd'].map((one) => shared.submit(one));
    for (let i = 0; i < 3; i += 1) {
      batches[i]?.end();
      await turn();
      expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
    }
    batches[3]?.end();
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('have a maximum number that run at once, whatever their keys', async () => {
    const { shared, batches, turn } = held({ keysOf: (request) => [request], mostLanes: 2 });
    const all = ['a', 'b', 'c'].map((one) => shared.submit(one));
    expect(batches.map(({ requests }) => requests)).toEqual([['a'], ['b']]);
    batches[1]?.end();
    await turn();
    expect(batches[2]?.requests).toEqual(['c']);
    for (const { end } of batches) end();
    expect(await Promise.all(all)).toEqual(['A', 'B', 'C']);
  });

  it('do nothing for a caller that disconnected before its turn', async () => {
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

  it('refuse a request that would wait too long', async () => {
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

  it('accept a request that has waited exactly the maximum time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { shared, batches, turn } = held();
    const [first, second] = [shared.submit('a'), shared.submit('b')];
    vi.advanceTimersByTime(5_000);
    batches[0]?.end();
    await first;
    await turn();
    batches[1]?.end();
    expect(await second).toBe('B');
  });

  it('refuse each request when its own time is over, and run one that may still wait', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { shared, batches, turn } = held({ waitSeconds: 2 });
    void shared.submit('a');
    const told: string[] = [];
    const submit = (name: string) =>
      shared.submit(name).then(
        () => told.push(`${name} done`),
        () => told.push(`${name} turned away`),
      );
    const began = performance.now();
    const nextLook = () => {
      vi.advanceTimersToNextTimer();
      return performance.now() - began;
    };
    const early = submit('early');
    vi.advanceTimersByTime(1_500);
    const late = submit('late');
    vi.advanceTimersByTime(500);
    await turn();
    expect(told).toEqual([]);
    // One check for each waiting request, at the moment when its time is over.
    expect(nextLook()).toBe(2_001);
    await early;
    expect([told, shared.waiting, vi.getTimerCount()]).toEqual([['early turned away'], 1, 1]);
    vi.advanceTimersByTime(1_499);
    await turn();
    expect(shared.waiting).toBe(1);
    batches[0]?.end();
    await turn();
    batches[1]?.end();
    await late;
    expect(told).toEqual(['early turned away', 'late done']);
    expect(nextLook()).toBe(3_501);
    expect([shared.waiting, vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('check the waiting requests once, at the moment when the time of the first is over', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { shared } = held({ waitSeconds: 2 });
    const began = performance.now();
    void shared.submit('a');
    const late = expect(shared.submit('b')).rejects.toMatchObject({ detail: 'Service Unavailable' });
    vi.advanceTimersToNextTimer();
    expect(performance.now() - began).toBe(2_001);
    await late;
  });

  it('run no more transactions at once than allowed, and begin the next when one is done', async () => {
    const { shared, batches, turn } = held({ lanes: 2 });
    for (const round of ['a', 'b', 'c']) {
      const three = [1, 2, 3].map((number) => shared.submit(`${round}${number}`));
      const open = batches.slice(-2);
      expect(open.map(({ requests }) => requests)).toEqual([[`${round}1`], [`${round}2`]]);
      for (const { end } of open) end();
      await turn();
      expect(batches.at(-1)?.requests).toEqual([`${round}3`]);
      batches.at(-1)?.end();
      await Promise.all(three);
      await turn();
    }
    expect(batches).toHaveLength(9);
  });

  it('run 200 requests at a time in two transactions by default', async () => {
    const sizes: number[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((done) => (release = done));
    const shared = sharedTransactions<number, number>({
      work: async (batch) => {
        sizes.push(batch.length);
        await released;
        return batch;
      },
      isUnavailable: () => false,
    });
    const all = Array.from({ length: 403 }, (_, index) => shared.submit(index));
    expect(sizes).toEqual([1, 1]);
    release();
    await Promise.all(all);
    expect(sizes).toEqual([1, 1, 200, 200, 1]);
  });

  it('resolve each request with its own result, also if the result is empty', async () => {
    const shared = sharedTransactions<string, string>({
      work: async (batch) => {
        await Promise.resolve();
        return batch.slice(1);
      },
      isUnavailable: () => false,
    });
    await expect(shared.submit('a')).rejects.toThrow('a request of a batch got no result');
  });

  it('reject a single request with the error of its work, and run the work only once', async () => {
    const { shared, batches } = held();
    const only = shared.submit('a');
    batches[0]?.fail(new Error('poison'));
    await expect(only).rejects.toThrow('poison');
    expect(batches).toHaveLength(1);
  });

  it('refuse a request in time even if no running transaction ever ends', async () => {
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

  it('reject all requests when the database is not reachable', async () => {
    const { shared, batches, turn } = held();
    const first = shared.submit('a');
    const others = Promise.allSettled([shared.submit('b'), shared.submit('c')]);
    batches[0]?.end();
    await first;
    await turn();
    batches[1]?.fail(new Error('unavailable'));
    expect(await others).toMatchObject([
      { reason: { message: 'unavailable' } },
      { reason: { message: 'unavailable' } },
    ]);
    expect(batches).toHaveLength(2);
  });

  it('isolate failures: the requests of a failed batch are run one by one', async () => {
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
