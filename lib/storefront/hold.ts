import { z } from 'zod';
import { ServiceError } from '../client/service-error';
import { idSchema } from '../contract/iri';
import type { FailedReservation } from '../contract/reservation';
import { languages } from '../locale/languages';
import { paths } from '../locale/paths';
import { getAppContext } from '../runtime/app-context';
import { startHold } from './checkout';
import { ensureGuest, readGuest, readPlace } from './guest';
import { choiceQuery, readChoice, toReservationItem, type HoldChoice, type HoldProblem } from './hold-choice';
import { inTurn } from './in-turn';
import { maximumPerHold, readOffer } from './offers';

const placeSchema = z.object({ language: z.enum(languages), catalogId: idSchema, offerId: idSchema });
type Place = z.infer<typeof placeSchema>;

function problemPath(place: Place, choice: HoldChoice, problem: HoldProblem): string {
  const details = Object.entries(problem).map(([name, value]) => [name, String(value)] as const);
  const query = { ...choiceQuery(choice), ...Object.fromEntries(details) };
  return `${paths.offer(place.language, place.catalogId, place.offerId, query)}#problem`;
}

function refusal(failed: readonly FailedReservation[]): HoldProblem {
  const [first] = failed;
  const problem = first?.reason ?? 'UNKNOWN';
  const left = first?.availableQuantity ?? null;
  return left === null ? { problem } : { problem, left: Math.max(0, left) };
}

type HoldOutcome = { checkoutId: string } | 'has_to_wait' | HoldProblem;

async function tryHold(place: Place, choice: HoldChoice): Promise<HoldOutcome> {
  const found = await readOffer(await getAppContext(), place, { language: place.language, fresh: true });
  if (found.kind === 'missing') return { problem: 'NOT_ON_SALE' };
  const { offer, tickets, price } = found.value;
  const checked = toReservationItem(place, choice, tickets, maximumPerHold);
  if (checked.kind === 'problem') return checked.problem;
  if (price === 'gone') return { problem: 'NOT_ON_SALE' };
  if (price === 'unknown') return { problem: 'unpriced' };
  // The customer never pays another price than the one shown. The next page shows both prices.
  const seen = choice.seenPrice ?? price.amountInclTax;
  if (seen !== price.amountInclTax) return { problem: 'price', before: seen };
  const { language, catalogId } = place;
  const items = [checked.item];
  const { waitingRooms: rooms, log } = await getAppContext();
  const onError = (error: unknown) => log.error({ err: error }, 'a turn could not be counted');
  const hold = await inTurn(
    { ...place, rooms, browser: { readGuest, ensureGuest, readPlace }, onError },
    () => startHold({ language, catalogId, items, seenPrice: seen, offer }),
  );
  if (hold === 'has_to_wait') return hold;
  switch (hold.kind) {
    case 'held':
      return { checkoutId: hold.checkoutId };
    case 'refused':
      return refusal(hold.failed);
    case 'repriced':
      return { problem: 'price', before: seen };
    case 'over_quota':
      return {
        // For the customer, a site is shown as a network, too.
        problem: hold.of === 'site' ? 'network' : hold.of,
        left: hold.left,
        ...(hold.seconds === null ? {} : { minutes: Math.ceil(hold.seconds / 60) }),
      };
    case 'busy':
    case 'invalid':
      return { problem: hold.kind };
  }
}

/**
 * Holds what an offer's form contains. Resolves to the URL to continue with: the checkout, the waiting
 * room, or the offer's page with the choice and the problem. Null when the form was not made by the shop.
 */
export async function holdFromForm(form: FormData): Promise<string | null> {
  const parsed = placeSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return null;
  const place = parsed.data;
  const choice = readChoice(form.entries());
  const outcome = await tryHold(place, choice).catch((error: unknown): HoldOutcome => {
    if (!(error instanceof ServiceError)) throw error;
    return { problem: error.reason === 'busy' ? 'busy' : 'away' };
  });
  if (outcome === 'has_to_wait')
    return paths.waitingRoom(place.language, place.catalogId, place.offerId, choiceQuery(choice));
  if ('checkoutId' in outcome) return paths.checkout(place.language, outcome.checkoutId);
  return problemPath(place, choice, outcome);
}
