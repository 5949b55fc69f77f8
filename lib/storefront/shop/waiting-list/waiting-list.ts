import { z } from 'zod';
import {
  findPlace,
  leavePlace,
  returnToLine,
  takePlace,
  type WaitingPlace,
} from '../../../shop/flows/waiting-list/places';
import { joinWaitingList } from '../../../shop/flows/waiting-list/join';
import { mostTickets } from '../../../shop/rules/waiting-entry';
import { ServiceError } from '../../../client/service-error';
import { typedEmailSchema } from '../../../contract/customer';
import { longestEmail } from '../../../contract/customer-rules';
import { idSchema } from '../../../contract/iri';
import { typedText } from '../../../contract/typed-text';
import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import { noteOfRequest } from '../../../runtime/request-state';
import { mayCauseEmail } from '../../common/request/caused-emails';
import { getHolder } from '../../common/checkout/checkout';
import { readChoice, sessionField } from '../../common/offer/hold-choice';

/** The most tickets of a catalogue for which one person waits. */
export async function maxWaitingQuantity(catalogId: string): Promise<number> {
  return mostTickets((await getAppContext()).checkoutContext, catalogId);
}

const placeSchema = z.object({ catalogId: idSchema, offerId: idSchema });

/** What is wrong with a form; `field`: the form's field that it is about. */
export interface WaitingProblem {
  readonly problem:
    | 'email'
    | 'emailLong'
    | 'quantity'
    | 'session'
    | 'available'
    | 'nothing_to_wait_for'
    | 'busy'
    | 'unavailable';
  readonly field: string | null;
}

const about = (problem: WaitingProblem['problem'], field: string | null = null): WaitingProblem => ({
  problem,
  field,
});

function readForm(form: FormData) {
  const place = placeSchema.safeParse(Object.fromEntries(form)).data;
  const typed = z.string().catch('').parse(form.get('email'));
  const email = typedEmailSchema.safeParse(typed);
  if (place === undefined) return about('nothing_to_wait_for');
  const text = typedText(z.string().catch('').parse(form.get('quantity')));
  const quantity = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (quantity < 1) return about('quantity', 'quantity');
  if (!email.success) return about(typedText(typed).length > longestEmail ? 'emailLong' : 'email', 'email');
  const { sessions } = readChoice(form.entries(), place.offerId);
  return { ...place, sessions, quantity, email: email.data };
}

/**
 * `available`: there is no need to wait. `nothing_to_wait_for`: the offer is no longer sold. Then its page has no form
 * for the list.
 */
interface Joined {
  readonly kind: 'joined' | 'available' | 'nothing_to_wait_for';
  readonly catalogId: string;
  readonly offerId: string;
}

/** Adds the sender of the form to the waiting list of an offer. */
export async function joinFromForm(form: FormData, language: Language): Promise<Joined | WaitingProblem> {
  const read = readForm(form);
  if ('problem' in read) return read;
  // The number for an address is limited in the database, too.
  if (!(await mayCauseEmail('waiting_list', read.email))) return about('busy');
  const { checkoutContext, worker } = await getAppContext();
  try {
    const joined = await joinWaitingList(checkoutContext, { ...read, language });
    if (joined.kind === 'session') return about('session', sessionField(joined.ticketId));
    if (joined.kind === 'quantity') return about('quantity', 'quantity');
    if (joined.kind !== 'joined')
      return { kind: joined.kind, catalogId: read.catalogId, offerId: read.offerId };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return about('unavailable');
  }
  worker.wake();
  return { kind: 'joined', catalogId: read.catalogId, offerId: read.offerId };
}

/** Null for a link that is not ours, or not valid any more. */
export async function getWaitingPlace(link: string): Promise<WaitingPlace | null> {
  const place = await findPlace((await getAppContext()).checkoutContext, link);
  if (place === null) noteOfRequest({ isPageMissing: true });
  return place;
}

/** Gives this browser what is held for the place; null if nothing is held (any more). */
export async function takeWaitingPlace(link: string): Promise<string | null> {
  const { checkoutContext } = await getAppContext();
  return takePlace(checkoutContext, link, await getHolder());
}

export async function leaveWaitingPlace(link: string): Promise<void> {
  const { checkoutContext, worker } = await getAppContext();
  await leavePlace(checkoutContext, link);
  worker.wake();
}

export async function joinLineAgain(link: string): Promise<void> {
  const { checkoutContext, worker } = await getAppContext();
  await returnToLine(checkoutContext, link);
  worker.wake();
}
