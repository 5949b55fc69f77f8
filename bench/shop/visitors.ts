import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { visit } from './visitor';
import { note, openClients } from './visitor-client';
import type { VisitorsReport, VisitorsTask } from './visitors-task';

// A part of the visitors of P14, in a separate program. Argument: the file with the task; prints its report as JSON.

const task = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as VisitorsTask;
const report: VisitorsReport = {
  bought: 0,
  told: [],
  unfinished: 0,
  waits: 0,
  milliseconds: [],
  answers: {},
  slow: {},
  lost: 0,
  failures: {},
  latest: 0,
  cpuSeconds: 0,
  endsAt: task.beginsAt + task.mostSeconds * 1000,
};
const clients = openClients(task, report);

async function come(visitor: number): Promise<void> {
  try {
    await visit(clients.open(visitor), { path: task.path, visitor }, report);
  } catch (error) {
    report.unfinished += 1;
    note(report.failures, error instanceof Error ? error.message : String(error));
  }
}

const visits: Promise<void>[] = [];
for (let place = task.share.index; place < task.visitors; place += task.share.of) {
  const planned = task.beginsAt + (place * task.seconds * 1000) / task.visitors;
  const early = planned - Date.now();
  if (early > 0) await pause(early);
  report.latest = Math.max(report.latest, Date.now() - planned);
  visits.push(come(task.first + place));
}
await Promise.all(visits);
await clients.close();
const { user, system } = process.cpuUsage();
report.cpuSeconds = (user + system) / 1_000_000;
process.stdout.write(JSON.stringify(report));
