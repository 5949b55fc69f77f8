import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from './answer';
import { type PreparedAnswer, preparedAnswers } from './prepared';

const textOf = ({ bytes }: PreparedAnswer) => new TextDecoder().decode(bytes);

afterEach(() => {
  vi.useRealTimers();
});

const ok = (body: object): Answer => ({ status: 200, body });

/** Answers whose creation the test counts and can delay. */
function counted() {
  let change = 0;
  let made = 0;
  let gate = Promise.resolve();
  const prepared = preparedAnswers({ changes: () => change });
  const make = async () => {
    made += 1;
    const body = { number: made };
    await gate;
    return { ...ok(body), language: 'en' };
  };
  return {
    get: async (key = 'key', version?: string) => textOf(await prepared.get(key, make, version)),
    made: () => made,
    change: () => {
      change += 1;
    },
    hold: () => {
      let open = () => {};
      gate = new Promise((done) => {
        open = done;
      });
      return open;
    },
  };
}

describe('a prepared answer', () => {
  it('is made once for concurrent requests, and again under another key', async () => {
    const answers = counted();
    const first = await Promise.all([answers.get(), answers.get(), answers.get()]);
    expect(new Set([...first, await answers.get()])).toEqual(new Set(['{"number":1}']));
    expect(await answers.get('other')).toBe('{"number":2}');
  });

  it('is made again after a second', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const answers = counted();
    await answers.get();
    vi.advanceTimersByTime(999);
    expect(await answers.get()).toBe('{"number":1}');
    vi.advanceTimersByTime(1);
    expect(await answers.get()).toBe('{"number":2}');
  });

  it('is never older than a change, and is made only once at a time for any number of requests', async () => {
    const answers = counted();
    const open = answers.hold();
    const before = answers.get();
    answers.change();
    const after = [answers.get(), answers.get()];
    answers.change();
    after.push(answers.get());
    open();
    expect(await before).toBe('{"number":1}');
    expect(new Set(await Promise.all(after))).toEqual(new Set(['{"number":2}']));
    expect(await answers.get()).toBe('{"number":2}');
    expect(answers.made()).toBe(2);
  });

  it('with a version is kept while that is the same, however old it is and whatever else changes', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const answers = counted();
    await answers.get('key', 'a');
    vi.advanceTimersByTime(10_000);
    answers.change();
    expect(await answers.get('key', 'a')).toBe('{"number":1}');
    expect(await answers.get('key', 'b')).toBe('{"number":2}');
    const open = answers.hold();
    const [first, second] = [answers.get('key', 'c'), answers.get('key', 'd')];
    open();
    expect([await first, await second]).toEqual(['{"number":3}', '{"number":4}']);
  });

  it('is made again for the next request after a failure', async () => {
    const prepared = preparedAnswers({ changes: () => 0 });
    const failing = () => Promise.reject(new Error('no'));
    await expect(Promise.all([prepared.get('a', failing), prepared.get('a', failing)])).rejects.toThrow('no');
    expect(textOf(await prepared.get('a', () => Promise.resolve(ok({}))))).toBe('{}');
  });

  it('is compressed if that saves bytes', async () => {
    const prepared = preparedAnswers({ changes: () => 0 });
    const large = { text: 'x'.repeat(5_000) };
    const [few, many] = await Promise.all([
      prepared.get('small', () => Promise.resolve(ok({}))),
      prepared.get('large', () => Promise.resolve(ok(large))),
    ]);
    expect(few.gzipped()).toBeNull();
    const first = await many.gzipped();
    expect(first?.length).toBeLessThan(200);
    expect(await many.gzipped()).toBe(first);
  });
});
