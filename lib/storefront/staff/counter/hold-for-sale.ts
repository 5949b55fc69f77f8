import { z } from 'zod';
import { idSchema } from '../../../contract/iri';
import type { Language } from '../../../locale/languages';
import { paths, type Query } from '../../../locale/paths';
import { isBookingOfCatalogs } from '../../../shop/data/booking-catalogs';
import { findCheckout } from '../../../shop/data/checkout-store';
import { holdAtCounter } from '../../../shop/flows/counter/hold-at-counter';
import { includesCatalog } from '../../../shop/rules/staff-catalogs';
import type { Staff } from '../../common/account/for-staff';
import { placeSchema, problemPath, serviceProblem, tryHold } from '../../common/basket/hold';
import { type HoldProblem, readChoice } from '../../common/offer/hold-choice';
import { exchangeForSale } from '../exchange/exchange';

const part = z.string().max(100).optional().catch(undefined);
/** The tile of the counter's first page on which the form stands, and what else its address asks for. */
const tileSchema = z.object({ event: idSchema, session: part, date: part, catalog: part });

/** What is done with a sale for which the tickets of a form are held; it resolves to a query for the sale's page. */
export type ThenSell = (saleId: string, language: Language) => Promise<Query>;

const nothing: ThenSell = () => Promise.resolve({});

/**
 * Holds what a form at the counter contains, for the sale that it names, or a new one. Resolves to the sale's page, or the page of the
 * form with the problem; null when the form was not made by the shop, or not for this person. `then` is left out if earlier tickets that are
 * to pay for it can't: staff have to see first what is to be paid.
 */
export async function holdForSale(
  staff: Staff<'sales:make by catalog'>,
  form: FormData,
  then: ThenSell = nothing,
): Promise<string | null> {
  const parsed = placeSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return null;
  const place = parsed.data;
  const { language } = place;
  const sale = idSchema.safeParse(form.get('sale')).data;
  if (!(await isOfOwnCatalogs(staff, place.catalogId, sale ?? place.formId))) return null;
  const choice = readChoice(form.entries(), place.offerId);
  const { mostTickets } = staff.config.counter;
  const outcome = await tryHold(place, choice, 'counter', async (request) => {
    const saleId = sale ?? place.formId;
    const held = await holdAtCounter(staff.checkoutContext, { ...request, saleId, mostTickets });
    staff.worker.wake();
    return held;
  }).catch(serviceProblem);
  if ('checkoutId' in outcome) {
    const { checkoutId } = outcome;
    const exchange = await exchangeForSale(staff, checkoutId, language);
    if (exchange !== null && exchange !== 'credited')
      return paths.staffSale(language, checkoutId, { exchange });
    return paths.staffSale(language, checkoutId, await then(checkoutId, language));
  }
  const problem: HoldProblem = 'waitFor' in outcome ? { code: 'busy' } : outcome;
  const query = sale === undefined ? {} : { sale };
  const tile = tileSchema.safeParse(Object.fromEntries(form)).data;
  return problemPath(place, choice, problem, (to, catalogId, offerId, rest) =>
    tile === undefined
      ? paths.staffCounterOffer(to, catalogId, offerId, { ...rest, ...query })
      : paths.staffCounter(to, { ...rest, ...query, ...tile }),
  );
}

/** The person works with the catalogue, and with those of what the sale has already. */
async function isOfOwnCatalogs(
  { member: { catalogs }, checkoutContext: { database } }: Staff<'sales:make by catalog'>,
  catalogId: string,
  saleId: string,
): Promise<boolean> {
  if (catalogs === 'all') return true;
  if (!includesCatalog(catalogs, catalogId)) return false;
  return (
    (await findCheckout(database, saleId)) === null || (await isBookingOfCatalogs(database, saleId, catalogs))
  );
}
