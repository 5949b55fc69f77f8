import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import { combinationOf } from '@/lib/storefront/common/offer/combination';
import { choiceQuery, type HoldChoice, type HoldProblem } from '@/lib/storefront/common/offer/hold-choice';
import { otherTimes } from '@/lib/storefront/common/offer/offer-choice';
import { aboutProblem, chosenInForm, errorsInForm } from '@/lib/storefront/common/offer/offer-form';
import type { OfferPage } from '@/lib/storefront/common/offer/offers';
import { HoldForm } from '@/components/offer/hold-form';
import { HoldProblemNotice } from '@/components/offer/hold-problem-notice';
import { OfferClosed } from '@/components/offer/offer-closed';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/staff/ui/page-title';

interface CounterOfferProps {
  readonly page: OfferPage;
  readonly choice: HoldChoice;
  readonly problem: HoldProblem | null;
  /** The open sale to which is added. */
  readonly saleId: string | undefined;
  readonly hold: (form: FormData) => Promise<void>;
}

function ProblemNotice({ page, choice, problem, saleId }: CounterOfferProps & { problem: HoldProblem }) {
  const language = useLocale();
  const { catalog, offer, tickets } = page;
  return (
    <div className="pb-8">
      <HoldProblemNotice
        {...aboutProblem(page, choice, problem, language)}
        otherTimes={otherTimes(tickets, choice, () => true).map(({ session, choice: other }) => ({
          session,
          href: paths.staffCounterOffer(language, catalog.id, offer.id, {
            ...choiceQuery(other, offer.id),
            ...(saleId === undefined ? {} : { sale: saleId }),
          }),
        }))}
        contactHref={undefined}
      />
    </div>
  );
}

function Form({ page, choice, problem, saleId, hold }: CounterOfferProps) {
  const t = useTranslations('shop');
  const language = useLocale();
  const { offer, price, closedAs, saleEnded } = page;
  if (closedAs !== null)
    return (
      <OfferClosed
        closedAs={closedAs}
        saleEnded={saleEnded}
        day={offer.date}
        timezone={page.catalog.timezone}
      />
    );
  if (typeof price === 'string')
    return <Notice title={price === 'not_found' ? t('problem.NOT_ON_SALE') : t('offer.priceMissing')} />;
  return (
    <HoldForm
      {...page}
      price={price}
      priceBefore={undefined}
      isCounter
      saleId={saleId}
      formPath={paths.staffCounterOffer(language, page.catalog.id, offer.id)}
      action={hold}
      combination={combinationOf(page, choice, language)}
      chosen={chosenInForm(page, choice, problem, undefined)}
      {...errorsInForm(page, choice, problem, t)}
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
      <PageTitle
        title={product.name}
        of={formatDay(offer.date, language, 'short')}
        lang={catalog.lang}
        className="pt-4"
      />
      <p className="pt-1 pb-5 text-lead first-letter:uppercase">{formatDay(offer.date, language, 'long')}</p>
      {problem === null ? null : <ProblemNotice {...props} key={key} problem={problem} />}
      <Form key={`form ${key}`} {...props} />
    </>
  );
}
