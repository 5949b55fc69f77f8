import { z } from 'zod';
import { longestEntrance } from '../../../contract/admission';
import { longestName, mostVisitors } from '../../../contract/admission-visitor';
import { storedLine } from '../../../contract/stored-text';
import { daySchema } from '../../../contract/values';
import { getAppContext } from '../../../runtime/app-context';
import { type DoorConflict, readConflictList, resolveConflict } from './conflicts';
import { admitGroup, judgeScans, readDayList } from './door';
import type { DoorAnswer, DoorResult } from './door-answers';
import { findVisitors, type VisitorsFound } from './visitors';
import { languageOfAddress } from '../../common/request/parameters';
import { type ForStaff, forStaff } from '../../common/account/for-staff';

/** A code that is longer can't be one of a ticket. */
const longestCode = 200;
/** As many as a search for visitors finds, because all of a booking are admitted with one tap. */
const mostScans = mostVisitors;
const mostVisits = 50;

const scanShape = z.object({
  id: z.guid(),
  code: z.string().max(longestCode).optional(),
  ticket: z.guid().optional(),
  undoes: z.guid().optional(),
  groupOf: z.guid().optional(),
  entrance: storedLine().min(1).max(longestEntrance),
  sessions: z.array(z.guid()).max(mostVisits),
  events: z.array(z.guid()).max(mostVisits),
  date: daySchema.nullable(),
  scannedAt: z.iso.datetime(),
  offline: z.boolean(),
});
const requestShape = z
  .object({
    /** By the clock of the device, as the times of the scans. */
    sentAt: z.iso.datetime(),
    scans: z.array(scanShape).min(1).max(mostScans),
  })
  .refine(({ scans }) => scans.length === 1 || scans.every(({ groupOf }) => groupOf === undefined));

export type DoorRequest = z.input<typeof requestShape>;

/** What a device gets for its scans. */
export interface DoorResponse {
  readonly results: readonly DoorResult[];
}

/** Why a device got no results. */
export type DoorRefusal =
  'signed_out' | 'refused' | 'not_allowed' | 'forbidden' | 'unsupported' | 'unavailable' | 'invalid';

const statuses: Readonly<Record<DoorRefusal, number>> = {
  signed_out: 401,
  refused: 403,
  not_allowed: 403,
  forbidden: 502,
  unsupported: 502,
  unavailable: 503,
  invalid: 400,
};

const headers = { 'cache-control': 'private, no-store' };

function refuse(problem: DoorRefusal): Response {
  return Response.json({ problem }, { status: statuses[problem], headers });
}

/** What the work resolved to, or the response that says why it was not done. */
function valueOf<Value>(answer: ForStaff<DoorAnswer<Value>>): { value: Value } | Response {
  if (answer.kind !== 'staff') return refuse(answer.kind);
  return answer.value.kind === 'answer' ? answer.value : refuse(answer.value.problem);
}

/** Answers a JSON request of a device, only from our own page. */
async function answerOwn<Shape extends z.ZodType, Value>(
  request: Request,
  shape: Shape,
  work: (sent: z.output<Shape>) => Promise<ForStaff<DoorAnswer<Value>>>,
  write: (value: Value) => object,
): Promise<Response> {
  const { config } = await getAppContext();
  const isOwn = request.headers.get('origin') === new URL(config.storefrontUrl).origin;
  if (!isOwn) return new Response(null, { status: 403, headers });
  const sent = shape.safeParse(await request.json().catch(() => undefined));
  if (!sent.success) return refuse('invalid');
  const done = valueOf(await work(sent.data));
  return done instanceof Response ? done : Response.json(write(done.value), { headers });
}

/** Judges scans. */
export const answerScans = (request: Request): Promise<Response> =>
  answerOwn(
    request,
    requestShape,
    (sent) => judge(sent, request),
    (results): DoorResponse => ({ results }),
  );

const searchShape = z.object({
  name: z.string().max(longestName),
  sessions: scanShape.shape.sessions,
  events: scanShape.shape.events,
  date: daySchema.optional(),
});
export type SearchRequest = z.input<typeof searchShape>;

/** Finds visitors by name. */
export const answerSearch = (request: Request): Promise<Response> =>
  answerOwn(
    request,
    searchShape,
    ({ date, ...sent }) =>
      forStaff('tickets:admit by catalog', (staff) =>
        findVisitors(staff, { ...sent, date }, languageOfAddress(request)),
      ),
    (found): VisitorsFound => found,
  );

const resolutionShape = z.object({ id: z.guid() });
export type ResolutionRequest = z.input<typeof resolutionShape>;

/** What a device gets about conflicts. */
export interface ConflictsResponse {
  readonly conflicts: readonly DoorConflict[];
}

/** Ticks a conflict off. */
export const answerResolution = (request: Request): Promise<Response> =>
  answerOwn(
    request,
    resolutionShape,
    ({ id }) =>
      forStaff('tickets:admit by catalog', (staff) => resolveConflict(staff, id, languageOfAddress(request))),
    (conflicts): ConflictsResponse => ({ conflicts }),
  );

/** The conflicts of the last day, as every device shows them. */
export async function answerConflicts(request: Request): Promise<Response> {
  const read = valueOf(await readConflictList(languageOfAddress(request)));
  if (read instanceof Response) return read;
  return Response.json({ conflicts: read.value } satisfies ConflictsResponse, { headers });
}

function judge({ sentAt, scans }: z.output<typeof requestShape>, request: Request) {
  const language = languageOfAddress(request);
  const now = Date.now();
  // The clock of the device may be wrong, but it knows how long ago it scanned.
  const parseMoment = (scannedAt: string) =>
    new Date(now - Math.max(0, Date.parse(sentAt) - Date.parse(scannedAt))).toISOString();
  const timed = scans.map(({ groupOf, ...scan }) => ({
    groupOf,
    scan: { ...scan, scannedAt: parseMoment(scan.scannedAt) },
  }));
  const [first] = timed;
  const scansToJudge = timed.map(({ scan }) => given(scan));
  return forStaff('tickets:admit by catalog', (staff) =>
    first?.groupOf === undefined
      ? judgeScans(staff, scansToJudge, language)
      : admitGroup(staff, { ...given(first.scan), groupOf: first.groupOf }, language),
  );
}

/** Without the members that are undefined. */
function given<
  Scan extends { code?: string | undefined; ticket?: string | undefined; undoes?: string | undefined },
>({ code, ticket, undoes, ...rest }: Scan) {
  return {
    ...rest,
    ...(code === undefined ? {} : { code }),
    ...(ticket === undefined ? {} : { ticket }),
    ...(undoes === undefined ? {} : { undoes }),
  };
}

/** The JSON that a device stores to judge scans without a connection; 304 if it has it. */
export async function answerDayList(request: Request): Promise<Response> {
  const date = daySchema.safeParse(new URL(request.url).searchParams.get('date')).data;
  const tag = request.headers.get('if-none-match') ?? undefined;
  const read = valueOf(await readDayList({ date, tag }, languageOfAddress(request)));
  if (read instanceof Response) return read;
  if (read.value === null) return new Response(null, { status: 304, headers });
  const etag = read.value.tag === undefined ? {} : { etag: read.value.tag };
  return Response.json(read.value.list, { headers: { ...headers, ...etag } });
}
