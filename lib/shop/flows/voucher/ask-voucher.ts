import { ServiceError } from '../../../client/service-error';
import type { VoucherResult } from '../../../client/vouchers';
import { addresses } from '../../../contract/iri';
import type { Reservation } from '../../../contract/reservation';
import { comparableCode, isSameCode, type VoucherRefusal } from '../../../contract/voucher';
import type { Language } from '../../../locale/languages';
import type { CheckoutContext } from '../../context';
import type { Rebooking } from '../../tables/rebooking-table';
import { type DiscountedHold, discountOf } from '../../rules/discount-of';

/** The tickets that the voucher is for cost less than `minimum`, in EUR; null: the service does not say how much it is. */
interface BelowMinimum {
  refusal: 'BELOW_MINIMUM';
  minimum: string | null;
}

export type Refused = Exclude<VoucherRefusal, 'BELOW_MINIMUM'> | BelowMinimum;

/** The reservations have the code; or none has one, because it can't be used for all of them. */
type Outcome =
  | { kind: 'done'; reservations: readonly Reservation[] }
  | { kind: 'refused'; refusal: Refused }
  | { kind: 'already_ended' };

type Asking = Pick<CheckoutContext, 'client'>;
interface Call {
  language: Language;
  /** Tickets that are exchanged for what is held of their seller: the use of their voucher goes on. */
  replaced?: Pick<Rebooking, 'catalogId' | 'tickets'> | null;
  /** The code with which staff give these tickets (`freeCode`): no other complimentary code can be used for them. */
  free: string;
}

/**
 * Applies a code, or removes one if it is empty, for each catalogue: a code is of one of them, so it is enough that one
 * accepts it. A server without vouchers knows no code. Throws ServiceError when it is not certain what the reservations
 * cost now.
 */
export async function askVoucher(
  context: Asking,
  holds: readonly (DiscountedHold & { catalogId: string })[],
  code: string,
  call: Call,
): Promise<Outcome> {
  const refusals: Refused[] = [];
  const changed: Reservation[] = [];
  const others: (readonly Reservation[])[] = [];
  let isUsed = code === '';
  for (const catalogId of new Set(holds.map((one) => one.catalogId))) {
    const own = holds.filter((one) => one.catalogId === catalogId);
    const reservations = own.map(({ reservation }) => reservation);
    const isReplacing = (call.replaced?.catalogId ?? catalogId) === catalogId;
    const answer = await askOnce(
      context,
      reservations,
      code,
      isReplacing ? call : { ...call, replaced: null },
    );
    if (answer.kind === 'already_ended') return answer;
    if (answer.kind === 'done') {
      isUsed = true;
      changed.push(...answer.reservations);
    } else {
      refusals.push(answer.refusal);
      if (discountOf(own) !== '0.00') others.push(reservations);
    }
  }
  if (isUsed) {
    // What an earlier code took off in the other catalogues would stay.
    for (const reservations of others) {
      const removed = await askOnce(context, reservations, '', call);
      if (removed.kind === 'done') changed.push(...removed.reservations);
    }
    return { kind: 'done', reservations: changed };
  }
  const known = refusals.find((refusal) => refusal !== 'UNKNOWN');
  return { kind: 'refused', refusal: known ?? 'UNKNOWN' };
}

/** How often requests of other windows, or late ones, may change the reservations meanwhile. */
const mostChanges = 4;

/**
 * Applies or removes a code at the reservations of one catalogue. The request names their versions, so it does nothing
 * when it arrives after a later one. An answer that is none of the service's own proves nothing: the reservations are
 * read.
 */
async function askOnce(
  context: Asking,
  reservations: readonly Reservation[],
  code: string,
  call: Call,
): Promise<Outcome> {
  let known = reservations;
  for (let change = 0; change < mostChanges; change += 1) {
    const answer = await send(context, known, code, call);
    switch (answer.kind) {
      case 'done':
        return answer;
      case 'changed':
        known = answer.reservations;
        break;
      case 'refused':
        return { kind: 'refused', refusal: refusalOf(answer) };
      case 'already_ended':
      case 'unavailable':
        return afterReading(context, known, { code, answer: answer.kind, call });
    }
  }
  throw unclear('the reservations were changed again and again');
}

function send(
  { client }: Asking,
  reservations: readonly Reservation[],
  code: string,
  { replaced, free, ...call }: Call,
): Promise<VoucherResult> {
  const versions = reservations.flatMap(({ version }) => version ?? []);
  const about = {
    reservations: reservations.map(({ id }) => addresses.reservation(id)),
    // A server without versions has none to compare.
    ...(versions.length === reservations.length ? { versions } : {}),
  };
  if (code === '') return client.removeVoucher(about, call);
  const replaces = replaced ? { replaces: replaced.tickets } : {};
  const complimentary = isSameCode(code, free) ? { complimentary: true } : {};
  return client.applyVoucher({ code, ...about, ...replaces, ...complimentary }, call);
}

/** What the reservations say themselves after an answer that may not be the service's, or not of this request. */
async function afterReading(
  { client }: Asking,
  reservations: readonly Reservation[],
  { code, answer, call: { language } }: { code: string; answer: 'already_ended' | 'unavailable'; call: Call },
): Promise<Outcome> {
  const read = await Promise.all(reservations.map(({ id }) => client.getReservation(id, { language })));
  const now = read.flatMap((one) => (one.kind === 'found' ? one.value : []));
  if (now.length < read.length) throw unclear('a reservation is not found');
  if (now.some(({ expired, order }) => expired || order !== null)) return { kind: 'already_ended' };
  if (hasCode(now, code)) return { kind: 'done', reservations: now };
  if (answer === 'already_ended' || code === '') throw unclear('the reservations are not what was asked for');
  return { kind: 'refused', refusal: 'UNKNOWN' };
}

/** Whether it is applied to them, to some of several; an empty one: none is applied to any. */
function hasCode(reservations: readonly Reservation[], code: string): boolean {
  if (code === '') return discountOf(reservations.map((reservation) => ({ reservation }))) === '0.00';
  const wanted = comparableCode(code);
  return reservations.some(({ voucher }) => comparableCode(voucher ?? '') === wanted);
}

function unclear(why: string): ServiceError {
  return new ServiceError(why, { reason: 'failed', effect: 'unknown', call: 'vouchers of reservations' });
}

function refusalOf({ refusal, minimum }: VoucherResult & { kind: 'refused' }): Refused {
  return refusal === 'BELOW_MINIMUM' ? { refusal, minimum } : refusal;
}
