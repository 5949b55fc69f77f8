import { afterEach, expect, it, vi } from 'vitest';
import { type Collector, startCollector } from '@/testing/collector';
import { freePort } from '@/testing/free-port';
import { openTracing } from './open-tracing';
import { newIds } from './request-ids';
import { traced, tracedAlone, within } from './spans';

let collector: Collector | undefined;
let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  await collector?.close();
  vi.unstubAllEnvs();
});

/** Everything is sent at once, and an attempt to send takes 100 ms at most. */
function open(endpoint: string): string[] {
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '1');
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '100');
  const errors: string[] = [];
  close = openTracing({ endpoint, program: 'tested', onError: (why) => errors.push(why) });
  return errors;
}
const job = (name: string) => tracedAlone({ name, kind: 'internal' }, () => Promise.resolve());

it('work fails as before, and its span says with what kind of error', async () => {
  collector = await startCollector();
  open(`${collector.url}/`);
  const failing = () => Promise.reject(new RangeError('ada@example.test'));
  const ids = newIds();
  const done = within(ids, () => traced(() => ({ name: 'a part', kind: 'client' }), failing));
  await expect(done).rejects.toThrow(RangeError);
  await expect.poll(() => collector?.spans).toHaveLength(1);
  expect(collector.spans[0]).toMatchObject({
    program: 'tested',
    traceId: ids.traceId,
    name: 'a part',
    attributes: { 'error.type': 'RangeError' },
    status: { code: 2 },
  });
  expect(JSON.stringify(collector.bodies)).not.toContain('ada@');
});

it('work that belongs to no request has a trace of its own, and its parts belong to it', async () => {
  collector = await startCollector();
  open(collector.url);
  const part = () =>
    traced(
      () => ({ name: 'a part', kind: 'client' }),
      () => Promise.resolve(),
    );
  await within(newIds(), () => tracedAlone({ name: 'a job', kind: 'internal' }, part));
  await expect.poll(() => collector?.spans).toHaveLength(2);
  const [inner, outer] = collector.spans;
  expect(outer).toMatchObject({ name: 'a job' });
  expect(outer?.parentSpanId ?? '').toBe('');
  expect(inner).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId });
  await part();
  await job('another');
  await expect.poll(() => collector?.spans.map(({ name }) => name)).toContain('another');
  expect(collector.spans).toHaveLength(3);
});

it('a collector that fails is one line, and one that is away stops nothing', async () => {
  collector = await startCollector();
  collector.behaviour.status = 400;
  const errors = open(collector.url);
  for (let round = 1; round <= 5; round += 1) {
    await job('refused');
    await expect.poll(() => collector?.requests).toBe(round);
  }
  await close?.();
  expect(errors).toHaveLength(1);
  const others = open(`http://127.0.0.1:${await freePort()}`);
  await job('unreachable');
  await expect.poll(() => others.length).toBe(1);
});

it('a slow collector makes nobody wait, and what it can not take is dropped', async () => {
  collector = await startCollector();
  let release: () => void = () => undefined;
  collector.behaviour.before = new Promise((done) => (release = done));
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '60000');
  close = (() => {
    vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '1');
    return openTracing({ endpoint: collector.url, program: 'tested', onError: () => undefined });
  })();
  for (let span = 0; span < 10_000; span += 1) await job('many');
  expect(collector.spans).toEqual([]);
  release();
  await close();
  close = undefined;
  expect(collector.spans.length).toBeGreaterThan(0);
  // A queue of 2,048 and what is under way.
  expect(collector.spans.length).toBeLessThan(4_000);
});
