import { brokenCounters } from './counters';
import type { BenchEnvironment, Service } from '../tools/environment';
import { connections, hotRequests, inRounds, spreadRequests, warmUp } from './holds';
import { counters } from '../tools/limits';
import type { Line, Result } from '../tools/report';
import { type Load, loadTogether, type LoadRequest, medianLoad, troubles } from '../tools/wrk';

/** P9: two processes of the service on one database compared with one of them alone. */
export async function twoProcesses(bench: BenchEnvironment): Promise<Result> {
  const database = await bench.newDatabase();
  const services = [await bench.startService(database), await bench.startService(database)];
  const [first, second] = services;
  if (first === undefined || second === undefined) throw new Error('two services did not start');
  const lines: Line[] = [];
  const notes: string[] = [];
  for (const [what, requests] of [
    ['one hot counter', hotRequests(bench)],
    [`${counters} counters`, spreadRequests(bench)],
  ] as const) {
    await warmUp(bench, services, requests);
    const rounds = await inRounds(bench, async () => ({
      // Two load generators in both cases, so that the load costs the machine the same.
      one: await sharedLoad(bench, [first, first], requests),
      two: await sharedLoad(bench, [first, second], requests),
    }));
    const [one, two] = [
      medianLoad(rounds.map((round) => round.one)),
      medianLoad(rounds.map((round) => round.two)),
    ];
    lines.push({
      goal: 'P9',
      what: `holds on ${what}, two processes`,
      measured: two.rate,
      unit: 'holds/s',
      limit: { what: 'one process, the same load', value: one.rate },
      wanted: { is: '≥', value: 1 },
      p50: two.p50,
      p99: two.p99,
      memory: Math.max(await first.memory(), await second.memory()),
    });
    notes.push(...troubles(`P9, ${what}`, two));
  }
  return { lines: [...lines, await brokenCounters('P9', database)], notes };
}

function sharedLoad(
  bench: BenchEnvironment,
  services: readonly Service[],
  requests: readonly LoadRequest[],
): Promise<Load> {
  const { seconds } = bench.settings;
  const share = connections / services.length;
  return loadTogether(
    bench,
    services.map(({ url }) => ({ url, requests, connections: share, seconds })),
  );
}
