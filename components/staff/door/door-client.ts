import type { AdmissionList } from '@/lib/contract/admission';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import type { DoorResult } from '@/lib/storefront/staff/door/door';
import type { DoorRefusal, DoorRequest, DoorResponse } from '@/lib/storefront/staff/door/door-requests';

/** `unreachable`: there is no connection, or no answer came in time; then the device judges on its own. */
export type Sent =
  | { readonly kind: 'judged'; readonly results: readonly DoorResult[] }
  | { readonly kind: 'refused'; readonly refusal: DoorRefusal }
  | { readonly kind: 'unreachable' };

export type ListFetched =
  | { readonly kind: 'list'; readonly list: AdmissionList; readonly tag: string | null }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly refusal: DoorRefusal }
  | { readonly kind: 'unreachable' };

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

async function readRefusal(
  response: Response,
): Promise<{ kind: 'refused'; refusal: DoorRefusal } | { kind: 'unreachable' }> {
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
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  };
  const response = await ask(`${paths.admissions}?language=${language}`, init, scanMilliseconds);
  if (response === null) return { kind: 'unreachable' };
  if (!response.ok) return readRefusal(response);
  const { results } = (await response.json()) as DoorResponse;
  return { kind: 'judged', results };
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
