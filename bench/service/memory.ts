import { hotRequests, warmUp } from './holds';
import { pageRequests, unchangedRequests } from './reads';
import type { Result } from '../tools/report';
import type { BenchEnvironment } from '../tools/environment';
import { load } from '../tools/wrk';

/** P8: the memory of a process of the service after the loads of P1 and P4, with all their rounds. */
export async function memory(bench: BenchEnvironment): Promise<Result> {
  const { seconds, rounds } = bench.settings;
  const service = await bench.startService(await bench.newDatabase());
  const before = await service.memory();
  await warmUp(bench, [service], hotRequests(bench));
  for (const [requests, connections] of [
    [hotRequests(bench), 256],
    [unchangedRequests(bench), 64],
    [pageRequests(bench), 64],
  ] as const) {
    await load(bench, { url: service.url, requests, connections, seconds: seconds * rounds });
  }
  const measured = await service.memory();
  return {
    lines: [
      {
        goal: 'P8',
        what: 'memory of the service after the loads of P1 and P4',
        measured,
        unit: 'MB',
        limit: { what: 'at its start', value: before },
      },
      {
        goal: 'P8',
        what: 'the same, against the goal',
        measured,
        unit: 'MB',
        wanted: { is: '≤', value: 200 },
      },
    ],
    notes: ['P8: the memory is the resident set of the process; PostgreSQL’s own is not in it.'],
  };
}
