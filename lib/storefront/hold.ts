import { z } from 'zod';
import { ServiceError } from '../client/service-error';
import { idSchema } from '../contract/iri';
import type { FailedReservation } from '../contract/reservation';
import { languages } from '../locale/languages';
import { paths } from '../locale/paths';
import { getRuntime } from '../runtime/runtime';
import { startHold } from './checkout';
import { choiceQuery, readChoice, toReservationItem, type HoldChoice, type HoldProblem } from './hold-choice';
import { maximumPerHold, readOffer } from './offers';

const placeSchema = z.object({ language: z.enum(languages), catalogId: idSchema, offerId: idSchema });
type Place = z.infer<typeof placeSchema>;

function problemPath(place: Place, choice: HoldChoice, problem: HoldProblem): string {
  const { left, ticket, before, minutes } = problem;
  return `${paths.offer(place.language, place.catalogId, place.offerId, {
    ...choiceQuery(choice),
    problem: problem.problem,
    ...(left === undefined ? {} : { left: String(left) }),
    ...(minutes === undefined ? {} : { minutes: String(minutes) }),
    ...(ticket === undefined ? {} : { ticket }),
    ...(before === undefined ? {} : { before }),
  })}#problem`;
}

function refusal(failed: readonly FailedReservation[]): HoldProblem {
  const [first] = failed;
  const problem = first?.reason ?? 'UNKNOWN';
  const left = first?.availableQuantity ?? null;
  return left === null ? { problem } : { problem, left: Math.max(0, left) };
}

async function tryHold(place: Place, choice: HoldChoice): Promise<{ checkoutId: string } | HoldProblem> {
  const found = await readOffer(await getRuntime(), place, { language: place.language });
  if (found.kind === 'missing') return { problem: 'NOT_ON_SALE' };
  const { tickets, price } = found.value;
  const checked = toReservationItem(place, choice, tickets, maximumPerHold);
  if (checked.kind === 'problem') return checked.problem;
  if (price === 'gone') return { problem: 'NOT_ON_SALE' };
  if (price === 'unknown') return { problem: 'unpriced' };
  // Nobody pays another price than the one seen. The page that this leads to names both.
  const seen = choice.seenPrice ?? price.amountInclTax;
  if (seen !== price.amountInclTax) return { problem: 'price', before: seen };
  const { language, catalogId } = place;
  const hold = await startHold({ language, catalogId, items: [checked.item], seenPrice: seen });
  switch (hold.kind) {
    case 'held':
      return { checkoutId: hold.checkoutId };
    case 'refused':
      return refusal(hold.failed);
    case 'repriced':
      return { problem: 'price', before: seen };
    case 'over_quota':
      return {
        // To the customer a site is a network, too.
        problem: hold.of === 'site' ? 'network' : hold.of,
        left: hold.left,
        ...(hold.seconds === null ? {} : { minutes: Math.ceil(hold.seconds / 60) }),
      };
    case 'busy':
      return { problem: 'busy' };
    case 'invalid':
      return { problem: 'invalid' };
  }
}

/**
 * Holds what an offer's form says. Resolves to the address to go on to: the checkout, or the offer's page again with
 * what was chosen and what is wrong. Null when the form is not one of ours.
 */
export async function holdFromForm(form: FormData): Promise<string | null> {
  const parsed = placeSchema.safeParse({
    language: form.get('language'),
    catalogId: form.get('catalogId'),
    offerId: form.get('offerId'),
  });
  if (!parsed.success) return null;
  const place = parsed.data;
  const choice = readChoice(form.entries());
  const outcome = await tryHold(place, choice).catch((error: unknown): HoldProblem => {
    if (!(error instanceof ServiceError)) throw error;
    return { problem: error.reason === 'busy' ? 'busy' : 'away' };
  });
  if ('checkoutId' in outcome) return paths.checkout(place.language, outcome.checkoutId);
  return problemPath(place, choice, outcome);
}
