import { hotRequests, warmUp } from './holds';
import { pageRequests, unchangedRequests } from './reads';
import type { Result } from './report';
import type { Stage } from './stage';
import { load } from './wrk';

/** P8: what a process of the service weighs after the loads of P1 and P4, all of their rounds. */
export async function memory(stage: Stage): Promise<Result> {
  const { seconds, rounds } = stage.settings;
  const service = await stage.startService(await stage.newDatabase());
  const before = await service.memory();
  await warmUp(stage, [service], hotRequests(stage));
  for (const [requests, connections] of [
    [hotRequests(stage), 256],
    [unchangedRequests(stage), 64],
    [pageRequests(stage), 64],
  ] as const) {
    await load(stage, { url: service.url, requests, connections, seconds: seconds * rounds });
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
