import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import { combinationOf } from '@/lib/storefront/combination';
import {
  choiceQuery,
  holdableQuantities,
  offerFields,
  sessionField,
  type HoldChoice,
  type HoldProblem as Problem,
  ticketsWithoutSession,
} from '@/lib/storefront/hold-choice';
import { mayReturn, otherTimes, sessionBeforehand } from '@/lib/storefront/offer-choice';
import type { OfferPage } from '@/lib/storefront/offers';
import { HoldForm } from '@/components/offer/hold-form';
import { HoldProblem } from '@/components/offer/hold-problem';
import { Notice } from '@/components/ui/notice';

interface CounterOfferProps {
  readonly page: OfferPage;
  readonly choice: HoldChoice;
  readonly problem: Problem | null;
  /** The open sale to which is added. */
  readonly saleId: string | undefined;
  readonly hold: (form: FormData) => Promise<void>;
}

function ProblemNotice({ page, choice, problem, saleId }: CounterOfferProps & { problem: Problem }) {
  const language = useLocale();
  const { catalog, offer, tickets, price, types } = page;
  const type = types.find((each) => each.offer.id === problem.offer);
  const priceNow = type?.price ?? price;
  const missing = problem.problem === 'session' ? ticketsWithoutSession(choice, tickets) : [];
  return (
    <div className="pb-8">
      <HoldProblem
        problem={problem}
        maximum={type?.maximum ?? page.maximum}
        offerName={type?.offer.product.name}
        ticketName={new Intl.ListFormat(language).format(missing.map(({ name }) => name))}
        price={typeof priceNow === 'string' ? undefined : priceNow.amountInclTax}
        mayReturn={mayReturn(type?.offer ?? offer, tickets, choice)}
        otherTimes={otherTimes(tickets, choice, () => true).map(({ session, choice: other }) => ({
          session,
          href: paths.staffCounterOffer(language, catalog.id, offer.id, {
            ...choiceQuery(other, offer.id),
            ...(saleId === undefined ? {} : { sale: saleId }),
          }),
        }))}
        timezone={catalog.timezone}
        issuer={catalog.issuer}
        contactHref={undefined}
        lang={catalog.lang}
      />
    </div>
  );
}

function Form({ page, choice, problem, saleId, hold }: CounterOfferProps) {
  const t = useTranslations('shop');
  const language = useLocale();
  const { offer, tickets, price, maximum } = page;
  if (maximum === 0)
    return (
      <Notice title={t('offer.soldOut')}>
        <p>{t('offer.soldOutText', { day: formatDay(offer.date, language) })}</p>
      </Notice>
    );
  if (typeof price === 'string')
    return <Notice title={price === 'gone' ? t('problem.NOT_ON_SALE') : t('offer.priceMissing')} />;
  const wrong = problem?.problem === 'session' ? ticketsWithoutSession(choice, tickets) : [];
  const quantities = problem === null ? holdableQuantities(choice, maximum) : choice.quantities;
  return (
    <HoldForm
      {...page}
      price={price}
      priceBefore={undefined}
      saleId={saleId}
      formPath={paths.staffCounterOffer(language, page.catalog.id, offer.id)}
      action={hold}
      combination={combinationOf(page, choice, language)}
      chosen={{
        quantityOf: (offerId) =>
          quantities.get(offerId) ?? (quantities.size === 0 && offerId === offer.id ? '1' : '0'),
        fieldsOf: (offerId) => offerFields(offerId, offer.id),
        fieldOf: sessionField,
        sessionOf: (ticketId) => {
          const ticket = tickets.find((each) => each.id === ticketId);
          return ticket === undefined ? undefined : sessionBeforehand(ticket, choice, undefined);
        },
      }}
      wrongTickets={new Map(wrong.map(({ id, name }) => [id, t('problem.session', { ticket: name })]))}
      wrongQuantity={problem?.problem === 'quantity' ? t('problem.quantity', { max: maximum }) : undefined}
      wrongOffer={problem?.offer}
    />
  );
}

/** An offer at the counter: sessions and quantities, to be held for a sale. */
export function CounterOffer(props: CounterOfferProps) {
  const { page, choice, problem } = props;
  const language = useLocale();
  const { catalog, offer, product } = page;
  // After a failed try the form starts with the returned values, not with what the browser had in it.
  const key = JSON.stringify([choiceQuery(choice, offer.id), problem]);
  return (
    <>
      <h1 className="pt-8 text-title" lang={catalog.lang}>
        {product.name}
      </h1>
      <p className="pt-2 pb-6 text-lead first-letter:uppercase">{formatDay(offer.date, language, 'long')}</p>
      {problem === null ? null : <ProblemNotice {...props} key={key} problem={problem} />}
      <Form key={`form ${key}`} {...props} />
    </>
  );
}
