import { describe, expect, it } from 'vitest';
import { Overloaded, type RenderLimit, renderLimit } from './render-limit';

/** Work that ends when the test says so. */
function work(limit: RenderLimit, log: string[]) {
  return (name: string, first = false) => {
    let end = (): void => undefined;
    const done = limit(
      async () => {
        log.push(name);
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        return name;
      },
      { first },
    );
    return { done, end: () => end() };
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('rendering', () => {
  it('is done for so many pages at once, and for the others in their order', async () => {
    const log: string[] = [];
    const begin = work(renderLimit({ atOnce: 2 }), log);
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => begin(name));
    await settled();
    expect(log).toEqual(['a', 'b']);
    b?.end();
    expect(await b?.done).toBe('b');
    await settled();
    expect(log).toEqual(['a', 'b', 'c']);
    a?.end();
    c?.end();
    await settled();
    expect(log).toEqual(['a', 'b', 'c', 'd']);
    d?.end();
    expect(await d?.done).toBe('d');
  });

  it('is done first for those who come first', async () => {
    const log: string[] = [];
    const begin = work(renderLimit({ atOnce: 1 }), log);
    const all = [begin('a'), begin('b'), begin('c', true)];
    all[0]?.end();
    await settled();
    expect(log).toEqual(['a', 'c']);
    all[2]?.end();
    await settled();
    expect(log).toEqual(['a', 'c', 'b']);
    all[1]?.end();
    await Promise.all(all.map(({ done }) => done));
  });

  it('is done for others, too, however many come first', async () => {
    const log: string[] = [];
    const begin = work(renderLimit({ atOnce: 1 }), log);
    const running = [
      begin('running'),
      ...Array.from({ length: 8 }, () => begin('first', true)),
      begin('other'),
    ];
    for (let each = 0; each < running.length; each += 1) {
      for (const { end } of running) end();
      await settled();
    }
    expect(log.indexOf('other')).toBeLessThan(5);
    await Promise.all(running.map(({ done }) => done));
  });

  it('is refused when too many wait, and when the turn does not come in time', async () => {
    const log: string[] = [];
    const limit = renderLimit({ atOnce: 1, mostWaiting: 1, patienceMilliseconds: 20 });
    const begin = work(limit, log);
    const running = begin('a');
    const waiting = expect(begin('b').done).rejects.toThrow(Overloaded);
    await expect(begin('c').done).rejects.toThrow(Overloaded);
    await waiting;
    running.end();
    await running.done;
    const next = begin('d');
    await settled();
    next.end();
    await next.done;
    expect(log).toEqual(['a', 'd']);
  });

  it('that fails gives its turn to the next', async () => {
    const limit = renderLimit({ atOnce: 1 });
    const failed = expect(limit(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const next = limit(() => Promise.resolve('next'));
    await failed;
    expect(await next).toBe('next');
    expect(await limit(() => Promise.resolve('after'))).toBe('after');
  });

  it('that waits for something else lets another be rendered, and continues before those who came later', async () => {
    const log: string[] = [];
    const limit = renderLimit({ atOnce: 1 });
    const begin = work(limit, log);
    let arrive = (): void => undefined;
    const first = limit(async (stepAside) => {
      log.push('first begins');
      await stepAside(() => new Promise<void>((resolve) => (arrive = resolve)));
      log.push('first continues');
    });
    const second = begin('second');
    const third = begin('third');
    await settled();
    expect(log).toEqual(['first begins', 'second']);
    arrive();
    await settled();
    expect(log).toEqual(['first begins', 'second']);
    second.end();
    await first;
    await settled();
    expect(log).toEqual(['first begins', 'second', 'first continues', 'third']);
    third.end();
    await third.done;
    expect(await limit(() => Promise.resolve('free'))).toBe('free');
  });

  it.each(['before', 'while'])('that ends %s it waits to continue keeps no turn', async (when) => {
    const limit = renderLimit({ atOnce: 1, mostWaiting: 1 });
    let end = (): void => undefined;
    let aside: Promise<void> | undefined;
    let arrive = (): void => undefined;
    const page = limit(async (stepAside) => {
      aside = stepAside(() => new Promise<void>((resolve) => (arrive = resolve)));
      await new Promise<void>((resolve) => (end = resolve));
      // What is sent after the page has ended waits without a turn.
      void stepAside(() => Promise.resolve());
    });
    const other = work(limit, [])('other');
    await settled();
    if (when === 'while') arrive();
    await settled();
    end();
    await page;
    if (when === 'before') arrive();
    other.end();
    await Promise.all([other.done, aside]);
    const both = [work(limit, [])('next'), work(limit, [])('last')];
    await settled();
    await expect(limit(() => Promise.resolve())).rejects.toThrow(Overloaded);
    for (const { done, end: finish } of both) {
      finish();
      await done;
      await settled();
    }
  });
});
