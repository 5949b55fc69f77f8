import { ServiceError } from '../../../client/service-error';
import { z } from 'zod';
import type { Entries } from '../../../shop/values/checkout-values';
import type { Language } from '../../../locale/languages';
import { paths } from '../../../locale/paths';
import { maximumQuantity } from '../../../contract/reservation';
import type { WholeCheckout } from '../../../shop/data/whole-checkout-store';
import { waitingPath } from '../../common/waiting-room/own-turn';
import { dropExchange, exchangeStarted, makeExchange } from '../../common/exchange/rebooking';
import { readOwnCheckout } from '../../common/request/guest';
import { changeItem, chooseInstead, elsewhere } from './replacing';
import { applyCode, isOtherCode, removeCode } from './voucher';
import { type AnsweredCode, voucherParameters } from '../../common/checkout/voucher-notice';
import { extendHold, keepEntries, releaseItem, restoreRemoved } from '../../common/checkout/checkout';

/**
 * The buttons of the checkout that change what is held. They belong to the form of the details, so that a browser without
 * scripts sends what was typed, too, and nothing of it is lost.
 */
export const changeSchema = z.object({
  /** The holds that the page showed. */
  held: z
    .string()
    .max(10_000)
    .catch('')
    .transform((ids) => ids.split(' ').filter((id) => id !== '')),
  extend: z.literal('yes').optional(),
  remove: z.guid().optional(),
  restore: z.guid().optional(),
  change: z.guid().optional(),
  instead: z.guid().optional(),
  rebook: z.enum(['use', 'drop']).optional(),
  voucher: z.enum(['use', 'drop']).optional(),
  voucherCode: z.string().max(200).catch('').default(''),
  /** The code that the page says was refused. */
  refusedCode: z.string().max(200).catch('').default(''),
});
type Change = z.output<typeof changeSchema>;

const extendNotices = {
  extended: 'extended',
  refused: 'not_extended',
  unavailable: 'extend_unavailable',
} as const;

interface At {
  readonly checkoutId: string;
  readonly language: Language;
}

/** The URL to continue with, after the change that was asked for; null if none was. */
export async function changeHolds(
  { checkoutId, language }: At,
  sent: Change,
  { entries, form }: { entries: Entries; form: FormData },
): Promise<string | null> {
  const { extend, remove, restore, change, instead, rebook, voucher, voucherCode, refusedCode } = sent;
  const pressed = [extend, remove, restore, change, instead, rebook, voucher];
  const isPressed = pressed.some((one) => one !== undefined);
  // Enter in the field of the code orders, as in any field: the code is applied first.
  const isCodeTyped =
    !isPressed && voucherCode !== refusedCode && (await isOtherCode(checkoutId, voucherCode));
  if (!isPressed && !isCodeTyped) return null;
  await keepEntries(checkoutId, entries);
  const page = paths.checkout(language, checkoutId);
  const own = await readOwnCheckout(checkoutId);
  if (own === null) return page;
  const about = remove ?? instead ?? change;
  if (about !== undefined && !own.holds.some(({ id }) => id === about))
    return isRemovedAlready(own, sent) ? removedAt(page, about) : elsewhere(page);
  // Whoever chose another number and then pressed another button wants both.
  const numbers = await changeNumbers(own, { form, language, except: remove ?? instead });
  if (numbers !== null && (!numbers.isMade || change !== undefined)) return numbers.url;
  if (change !== undefined) return page;
  if (remove !== undefined) {
    // An exchange goes on with what is chosen next.
    const removed = await releaseItem(checkoutId, remove);
    return removed === 'not_found' ? elsewhere(page) : removedAt(page, remove);
  }
  if (instead !== undefined) return chooseInstead({ checkoutId, language, holdId: instead });
  if (voucher === 'use' || isCodeTyped) return voucherNotice(page, await applyCode(checkoutId, voucherCode));
  if (voucher === 'drop') return voucherNotice(page, await removeCode(checkoutId));
  if (rebook === 'drop') {
    await dropExchange(checkoutId);
    return `${page}?notice=kept&at=${Date.now()}`;
  }
  if (rebook === 'use') {
    const outcome = await makeExchange(checkoutId, language);
    return outcome === 'credited' ? page : `${page}?notice=exchange&why=${outcome}`;
  }
  if (restore !== undefined) return restoreHold({ checkoutId, language }, restore);
  const extended = await extendHold(checkoutId);
  return extended === 'already_ended' ? page : `${page}?notice=${extendNotices[extended]}`;
}

const removedAt = (page: string, holdId: string) => `${page}?notice=removed&removed=${holdId}`;

const quantitySchema = z.coerce.number().int().min(1).max(maximumQuantity);

/** The number of tickets of an item in the form; null: there is none. */
function chosenQuantity(form: FormData, holdId: string): number | null {
  return quantitySchema.safeParse(form.get(`quantity.${holdId}`)).data ?? null;
}

interface Numbers {
  readonly form: FormData;
  readonly language: Language;
  /** A hold that is not changed. */
  readonly except?: string | undefined;
}

/** Makes the numbers of tickets those of the form, until one can't be had. Null: they are. */
async function changeNumbers(
  { checkout: { id: checkoutId }, holds }: OwnHolds,
  { form, language, except }: Numbers,
) {
  let last: Awaited<ReturnType<typeof changeItem>> | null = null;
  for (const { id: holdId, reservation } of holds) {
    const quantity = chosenQuantity(form, holdId);
    const isOther = quantity !== null && quantity !== reservation.items[0]?.quantity;
    if (!isOther || holdId === except) continue;
    last = await changeItem({ checkoutId, language, holdId }, quantity);
    if (!last.isMade) return last;
  }
  return last;
}

type OwnHolds = Pick<WholeCheckout, 'checkout' | 'holds'>;

/** The holds that the page showed, in any order, are these. */
const isSeen = (holds: readonly { id: string }[], seen: readonly string[]) =>
  holds.length === seen.length && holds.every(({ id }) => seen.includes(id));

/** A second click on "Remove": everything else is what the page showed. */
const isRemovedAlready = ({ holds }: OwnHolds, { remove, held }: Pick<Change, 'remove' | 'held'>) =>
  remove !== undefined &&
  held.includes(remove) &&
  isSeen(
    holds,
    held.filter((id) => id !== remove),
  );

/**
 * The URL to continue with if what is ordered is not what the page showed, or not in the number that was chosen there: then
 * nothing is ordered yet. Null: it is.
 */
export async function changeBeforeOrder(
  own: OwnHolds,
  { held, language }: Pick<Change, 'held'> & { language: Language },
  form: FormData,
): Promise<string | null> {
  if (!isSeen(own.holds, held)) return elsewhere(paths.checkout(language, own.checkout.id));
  return (await changeNumbers(own, { form, language }))?.url ?? null;
}

/** The checkout, which says what became of a code. */
function voucherNotice(page: string, answer: AnsweredCode): string {
  const { name, from } = voucherParameters(answer);
  return `${page}?notice=voucher&why=${name}${from === undefined ? '' : `&from=${from}`}`;
}

const mostMillisecondsNew = 60_000;

/**
 * Whether a change was made just now; `at`: in the address, in milliseconds. Without scripts the address stays, and what
 * it says of a change would be shown again whenever the page is loaded.
 */
export function isJustMade(at: string | undefined, now: number): boolean {
  return Math.abs(now - Number(at ?? Number.NaN)) < mostMillisecondsNew;
}

/** The checkout, which says why earlier tickets that were to pay for it don't; or else that it has everything again. */
async function restoredAt(
  { checkoutId, exchangedId }: { checkoutId: string; exchangedId: string | null },
  language: Language,
): Promise<string> {
  const page = paths.checkout(language, checkoutId);
  const refused = await exchangeStarted(checkoutId, exchangedId, language);
  return refused === null
    ? `${page}?notice=restored&at=${Date.now()}`
    : `${page}?notice=exchange&why=${refused}`;
}

/** Undoes a removal. */
export async function restoreHold(
  { checkoutId, language }: { checkoutId: string; language: Language },
  holdId: string,
): Promise<string> {
  const page = paths.checkout(language, checkoutId);
  try {
    const held = await restoreRemoved(checkoutId, holdId);
    switch (held.kind) {
      case 'held':
        return await restoredAt(held, language);
      case 'denied':
        return page;
      case 'has_to_wait':
        return waitingPath(language, held);
      case 'busy':
        return `${page}?notice=restore_unavailable&removed=${holdId}`;
      case 'refused':
      case 'repriced':
      case 'over_quota':
      case 'invalid':
        return `${page}?notice=not_restored`;
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return `${page}?notice=restore_unavailable&removed=${holdId}`;
  }
}
