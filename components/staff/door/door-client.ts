import type { AdmissionList } from '@/lib/contract/admission';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import type { DoorConflict } from '@/lib/storefront/staff/door/conflicts';
import type { DoorResult } from '@/lib/storefront/staff/door/door-answers';
import type {
  ConflictsResponse,
  DoorRefusal,
  DoorRequest,
  DoorResponse,
  ResolutionRequest,
  SearchRequest,
} from '@/lib/storefront/staff/door/door-requests';
import type { VisitorsFound } from '@/lib/storefront/staff/door/visitors';

/** `unreachable`: there is no connection, or no answer came in time; then the device judges on its own. */
type NoAnswer =
  { readonly kind: 'refused'; readonly refusal: DoorRefusal } | { readonly kind: 'unreachable' };

export type Sent = { readonly kind: 'judged'; readonly results: readonly DoorResult[] } | NoAnswer;
export type Found = { readonly kind: 'found'; readonly found: VisitorsFound } | NoAnswer;
export type ConflictsRead =
  { readonly kind: 'conflicts'; readonly conflicts: readonly DoorConflict[] } | NoAnswer;

export type ListFetched =
  | { readonly kind: 'list'; readonly list: AdmissionList; readonly tag: string | null }
  | { readonly kind: 'unchanged' }
  | NoAnswer;

/** Visitors wait at the entrance. */
const scanMilliseconds = 4_000;
const listMilliseconds = 60_000;

const refusals: readonly DoorRefusal[] = [
  'signed_out',
  'refused',
  'not_allowed',
  'forbidden',
  'unsupported',
  'unavailable',
  'invalid',
];

async function readRefusal(response: Response): Promise<NoAnswer> {
  const body: unknown = await response.json().catch(() => null);
  const named = body instanceof Object && 'problem' in body ? body.problem : undefined;
  const refusal = refusals.find((one) => one === named);
  // A proxy that answers instead of the shop, or the service can't be asked.
  if (refusal === undefined || refusal === 'unavailable') return { kind: 'unreachable' };
  return { kind: 'refused', refusal };
}

/** A missing answer is a value, because that is usual at an entrance. */
async function ask(path: string, init: RequestInit, milliseconds: number): Promise<Response | null> {
  try {
    return await fetch(path, { ...init, signal: AbortSignal.timeout(milliseconds) });
  } catch (error) {
    const isExpected =
      error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
    if (!isExpected) throw error;
    return null;
  }
}

export async function sendScans(scans: DoorRequest['scans'], language: Language): Promise<Sent> {
  const request: DoorRequest = { sentAt: new Date().toISOString(), scans };
  const response = await ask(`${paths.admissions}?language=${language}`, posted(request), scanMilliseconds);
  if (response === null) return { kind: 'unreachable' };
  if (!response.ok) return readRefusal(response);
  const { results } = (await response.json()) as DoorResponse;
  return { kind: 'judged', results };
}

const posted = (request: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(request),
});

export async function searchVisitors(request: SearchRequest, language: Language): Promise<Found> {
  const response = await ask(paths.admissionSearch(language), posted(request), scanMilliseconds);
  if (response === null) return { kind: 'unreachable' };
  if (!response.ok) return readRefusal(response);
  return { kind: 'found', found: (await response.json()) as VisitorsFound };
}

/** The conflicts of the last day; `resolved`: the id of one that is ticked off first. */
export async function fetchConflicts(resolved: string | null, language: Language): Promise<ConflictsRead> {
  const request: ResolutionRequest | null = resolved === null ? null : { id: resolved };
  const init: RequestInit = request === null ? { cache: 'no-store' } : posted(request);
  const response = await ask(paths.admissionConflicts(language), init, scanMilliseconds);
  if (response === null) return { kind: 'unreachable' };
  if (!response.ok) return readRefusal(response);
  const { conflicts } = (await response.json()) as ConflictsResponse;
  return { kind: 'conflicts', conflicts };
}

/** `tag` is that of the list that is stored already. */
export async function fetchList(
  date: string | undefined,
  tag: string | null,
  language: Language,
): Promise<ListFetched> {
  const headers = tag === null ? {} : { 'if-none-match': tag };
  const response = await ask(
    paths.admissionList(language, date),
    { headers, cache: 'no-store' },
    listMilliseconds,
  );
  if (response === null) return { kind: 'unreachable' };
  if (response.status === 304) return { kind: 'unchanged' };
  if (!response.ok) return readRefusal(response);
  const list = (await response.json()) as AdmissionList;
  return { kind: 'list', list, tag: response.headers.get('etag') };
}
