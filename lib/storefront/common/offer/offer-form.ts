import type { useTranslations } from 'next-intl';
import type { Language } from '../../../locale/languages';
import { leastOfProduct } from '../../../shop/rules/quantity-limits';
import {
  holdableQuantities,
  offerFields,
  sessionField,
  ticketsWithoutSession,
  type HoldChoice,
  type HoldProblem,
} from './hold-choice';
import { isOverSeveral } from './combination';
import { mayReturn, sessionBeforehand } from './offer-choice';
import type { OfferPage } from './offers';
import { listFormat } from '@/lib/locale/formats';

/** The tickets for which a time is missing, if that is the problem. */
const missingTickets = ({ tickets }: OfferPage, choice: HoldChoice, problem: HoldProblem | null) =>
  problem?.code === 'session' ? ticketsWithoutSession(choice, tickets) : [];

/** What the form of an offer begins with. `linkedSession`: the session of the link that led to it. */
export function chosenInForm(
  { offer, tickets, maximum }: OfferPage,
  choice: HoldChoice,
  problem: HoldProblem | null,
  linkedSession: string | undefined,
) {
  const quantities = problem === null ? holdableQuantities(choice, maximum) : choice.quantities;
  return {
    quantityOf: (offerId: string) =>
      quantities.get(offerId) ??
      (quantities.size === 0 && offerId === offer.id ? String(leastOfProduct(offer.product)) : '0'),
    fieldsOf: (offerId: string) => offerFields(offerId, offer.id),
    fieldOf: sessionField,
    sessionOf: (ticketId: string) => {
      const ticket = tickets.find((each) => each.id === ticketId);
      return ticket === undefined
        ? undefined
        : sessionBeforehand(ticket, choice, linkedSession, isOverSeveral(tickets));
    },
  };
}

/** What a problem says at the fields of the form. */
export function errorsInForm(
  page: OfferPage,
  choice: HoldChoice,
  problem: HoldProblem | null,
  t: ReturnType<typeof useTranslations<'shop'>>,
) {
  const missing = missingTickets(page, choice, problem);
  return {
    ticketErrors: new Map(missing.map(({ id, name }) => [id, t('problem.session', { ticket: name })])),
    quantityError: problem?.code === 'quantity' ? t('problem.quantity', { max: page.maximum }) : undefined,
    refusedOffer: problem?.offer,
  };
}

/** What a problem is about: the offer of the form, or that of another type of ticket. */
export function aboutProblem(page: OfferPage, choice: HoldChoice, problem: HoldProblem, language: Language) {
  const { catalog, offer, tickets, price, types } = page;
  const type = types.find((each) => each.offer.id === problem.offer);
  const priceNow = type?.price ?? price;
  const missing = missingTickets(page, choice, problem);
  return {
    problem,
    maximum: type?.maximum ?? page.maximum,
    offerName: type?.offer.product.name,
    ticketName: listFormat(language).format(missing.map(({ name }) => name)),
    price: typeof priceNow === 'string' ? undefined : priceNow.amountInclTax,
    mayReturn: mayReturn(type?.offer ?? offer, tickets, choice),
    timezone: catalog.timezone,
    issuer: catalog.issuer,
    lang: catalog.lang,
  };
}
