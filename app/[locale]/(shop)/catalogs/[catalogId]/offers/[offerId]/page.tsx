import type { Metadata } from 'next';
import { useLocale, useTranslations } from 'next-intl';
import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { Breadcrumb } from '@/components/layout/breadcrumb';
import { PageFrame } from '@/components/layout/page-frame';
import { ServiceUnavailable } from '@/components/layout/service-unavailable';
import { CombinationDetails } from '@/components/offer/combination-details';
import { HoldForm } from '@/components/offer/hold-form';
import { HoldProblemNotice } from '@/components/offer/hold-problem-notice';
import { SeatChoice } from '@/components/seat/seat-choice';
import { SeatConflict } from '@/components/seat/seat-conflict';
import { TicketsForSeats } from '@/components/seat/tickets-for-seats';
import { OfferClosed } from '@/components/offer/offer-closed';
import { OtherDays } from '@/components/offer/other-days';
import { WaitingList } from '@/components/waiting-list/waiting-list';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { monthOf } from '@/lib/locale/calendar';
import { paths } from '@/lib/locale/paths';
import { commonName } from '@/lib/locale/short-name';
import { formatDay } from '@/lib/locale/venue-time';
import {
  combinationOf,
  sessionByField,
  warningOf,
  withFirstProposal,
} from '@/lib/storefront/common/offer/combination';
import {
  choiceQuery,
  readChoice,
  readProblem,
  sessionField,
  shownAmount,
  type HoldChoice,
  type HoldProblem,
} from '@/lib/storefront/common/offer/hold-choice';
import { otherTimes } from '@/lib/storefront/common/offer/offer-choice';
import { aboutProblem, chosenInForm, errorsInForm } from '@/lib/storefront/common/offer/offer-form';
import { loadOfferPage, type OfferPage } from '@/lib/storefront/common/offer/offers';
import { presetQuantities } from '@/lib/storefront/shop/basket/held';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { shopLinks } from '@/lib/storefront/common/catalogue/shop-texts';
import { maxWaitingQuantity } from '@/lib/storefront/shop/waiting-list/waiting-list';
import { readSeatView, type SeatView, ticketsForMarked } from '@/lib/storefront/shop/seat/seat-view';
import { holdOffer, joinWaitingList, showSeats } from './actions';

type Props = PageProps<'/[locale]/catalogs/[catalogId]/offers/[offerId]'>;

interface FormProps {
  readonly page: OfferPage;
  readonly choice: HoldChoice;
  readonly linkedSession: string | undefined;
  readonly problem: HoldProblem | null;
  /** Null: no numbered seats. */
  readonly seats: SeatView | null;
  /** How many tickets the marked seats need, by offer, if the form had another number; null: that is not the problem. */
  readonly fitting: ReadonlyMap<string, number> | null;
}

// For these refusals another day may help.
const dayProblems = new Set<HoldProblem['code']>([
  'SOLD_OUT',
  'INSUFFICIENT_QUANTITY',
  'SESSION_UNAVAILABLE',
  'NOT_ON_SALE',
]);

// The page and its metadata share one read.
const read = cache(async (catalogId: string, offerId: string, withOtherDays: boolean) =>
  loadOfferPage(await getLocale(), { catalogId, offerId }, { withOtherDays }),
);

async function readFor({ params, searchParams }: Props) {
  const { catalogId, offerId } = await params;
  const problem = readProblem(await searchParams);
  return read(catalogId, offerId, problem !== null && dayProblems.has(problem.code));
}

/** With what the names of all types of tickets begin, or the name of the one that is sold. */
const nameOf = ({ product, types }: OfferPage): string =>
  commonName(types.map(({ offer }) => offer.product.name)) ?? product.name;

export async function generateMetadata(props: Props): Promise<Metadata> {
  const loaded = await readFor(props);
  const robots = { index: false };
  if (loaded.kind !== 'loaded') return { robots };
  const { offer } = loaded.value;
  return { title: `${nameOf(loaded.value)}, ${formatDay(offer.date, await getLocale(), 'long')}`, robots };
}

function OfferHead({ page }: { page: OfferPage }) {
  const t = useTranslations('shop');
  const language = useLocale();
  const { catalog, product, offer } = page;
  const month = monthOf(offer.date);
  const productHref = paths.product(language, catalog.id, product.id, { month });
  return (
    <div className="pt-4 pb-8">
      <Breadcrumb catalog={catalog} product={{ href: productHref, name: product.name }} />
      <h1 className="pt-4 text-title font-extrabold" lang={catalog.lang}>
        {nameOf(page)}
      </h1>
      <p className="flex flex-wrap items-center gap-x-4 pt-2 text-lead">
        <strong className="first-letter:uppercase">{formatDay(offer.date, language, 'long')}</strong>
        <Link
          href={paths.product(language, catalog.id, product.id, { month, date: offer.date })}
          className="inline-flex min-h-target items-center text-base underline"
        >
          {t('offer.changeDay')}
        </Link>
      </p>
    </div>
  );
}

function ProblemNotice({
  page,
  choice,
  problem,
  seats,
  fitting,
}: Pick<FormProps, 'page' | 'choice' | 'seats' | 'fitting'> & { problem: HoldProblem }) {
  const language = useLocale();
  const { catalog, offer, tickets } = page;
  const plan = combinationOf(page, choice, language)?.plan ?? null;
  const fits = (changed: HoldChoice) => warningOf(plan, changed) === null;
  const isWarning = problem.code === 'overlap' || problem.code === 'tight';
  const times = otherTimes(tickets, choice, fits).map(({ session, choice: other }) => ({
    session,
    href: paths.offer(language, catalog.id, offer.id, choiceQuery(other, offer.id)),
  }));
  return (
    <div className="pb-8">
      <HoldProblemNotice
        {...aboutProblem(page, choice, problem, language)}
        otherTimes={times}
        contactHref={shopLinks(language).find(({ name }) => name === 'contact')?.href}
      >
        <SeatConflict view={seats} problem={problem} />
        {fitting === null ? null : <TicketsForSeats {...page} fitting={fitting} />}
        {plan === null || !isWarning ? null : (
          <CombinationDetails plan={plan} valueOf={(field) => sessionByField(choice, field)} />
        )}
      </HoldProblemNotice>
    </div>
  );
}

/** The choice with these numbers of tickets, if there are any. */
function withNumbers(choice: HoldChoice, numbers: FormProps['fitting']): HoldChoice {
  if (numbers === null) return choice;
  return { ...choice, quantities: new Map([...numbers].map(([offer, count]) => [offer, String(count)])) };
}

function Form({ page, choice, linkedSession, problem, seats, fitting }: FormProps) {
  const t = useTranslations('shop');
  const language = useLocale();
  const { offer, price, closedAs, saleEnded } = page;
  const numbered = withNumbers(choice, fitting);
  const begun = problem === null ? withFirstProposal(page, numbered, linkedSession, language) : numbered;
  if (closedAs !== null)
    return (
      <OfferClosed
        closedAs={closedAs}
        saleEnded={saleEnded}
        day={offer.date}
        timezone={page.catalog.timezone}
      />
    );
  // Without a price nothing can be held, so this is shown instead of any earlier problem.
  if (typeof price === 'string') {
    const sentence = price === 'not_found' ? t('problem.NOT_ON_SALE') : t('offer.priceMissing');
    return <Notice id="problem" tone={problem === null ? 'plain' : 'problem'} title={sentence} />;
  }
  // A problem names its prices itself.
  const seenPrice = problem === null ? shownAmount(choice.seenPrices.get(offer.id)) : undefined;
  return (
    <HoldForm
      {...page}
      price={price}
      priceBefore={seenPrice === price.amountInclTax ? undefined : seenPrice}
      action={holdOffer}
      combination={combinationOf(page, choice, language)}
      chosen={chosenInForm(page, begun, problem, linkedSession)}
      {...errorsInForm(page, choice, problem, t)}
      seats={
        seats === null ? null : (
          <SeatChoice
            view={seats}
            show={showSeats}
            timezone={page.catalog.timezone}
            lang={page.catalog.lang}
          />
        )
      }
    />
  );
}

/** Notice that joining the waiting list was refused. `why`: a parameter of the address. */
function NotOnList({ why }: { why: string | string[] | undefined }) {
  const t = useTranslations('shop.waitingList.problem');
  if (why !== 'available' && why !== 'nothing_to_wait_for') return null;
  return (
    <div className="pb-8">
      <Notice tone="problem" title={t('title')}>
        <p>{t(why)}</p>
      </Notice>
    </div>
  );
}

/** Who replaces tickets begins with as many, unless the address says how many. */
async function withPreset(choice: HoldChoice, { catalog, types, offer }: OfferPage): Promise<HoldChoice> {
  if (choice.quantities.size > 0) return choice;
  return { ...choice, quantities: await presetQuantities(catalog.id, types, offer.id) };
}

export default async function OfferDetailPage(props: Props) {
  const { catalogId, offerId } = await props.params;
  const query = await props.searchParams;
  const language = await getLocale();
  const loaded = await readFor(props);
  if (loaded.kind === 'missing') redirect(paths.missing(language));
  if (loaded.kind === 'unavailable') {
    return <ServiceUnavailable busy={loaded.busy} retryHref={paths.offer(language, catalogId, offerId)} />;
  }
  const page = loaded.value;
  const { catalog, offer, product } = page;
  const choice = await withPreset(readChoice(Object.entries(query), offer.id), page);
  const problem = readProblem(query);
  const linkedSession = firstText(query['session']);
  // After a failed try the form starts with the returned values, not with what the browser had in it.
  const key = JSON.stringify([choiceQuery(choice, offer.id), problem]);
  const quantity = choice.quantities.get(offer.id);
  const seats = page.closedAs === null ? await readSeatView(page, choice, linkedSession, language) : null;
  const isOfNumbers = problem?.code === 'seats' || problem?.code === 'quantity';
  const fitting = isOfNumbers && seats !== null ? ticketsForMarked(seats, page.types, choice) : null;
  const shown = { page, choice, seats, fitting };
  const days = page.otherDays.flatMap((day) => {
    const [first] = day.offers;
    return first === undefined
      ? []
      : [{ ...day, href: paths.offer(language, catalog.id, first.id, { quantity }) }];
  });
  return (
    <PageFrame accent={catalog.accent}>
      <OfferHead page={page} />
      <NotOnList why={query['waiting']} />
      {problem === null || typeof page.price === 'string' ? null : (
        <ProblemNotice key={key} {...shown} problem={problem} />
      )}
      <Form key={`form ${key}`} {...shown} linkedSession={linkedSession} problem={problem} />
      <WaitingList
        key={`waiting ${key} ${linkedSession ?? ''}`}
        page={page}
        join={joinWaitingList}
        fieldOf={sessionField}
        sessionOf={(ticketId) => choice.sessions.get(ticketId) ?? linkedSession}
        quantity={quantity}
        most={await maxWaitingQuantity(catalog.id)}
        hasJoined={query['waiting'] === 'joined'}
      />
      {days.length === 0 ? null : (
        <OtherDays
          days={days}
          calendarHref={paths.product(language, catalog.id, product.id, { month: monthOf(offer.date) })}
        />
      )}
    </PageFrame>
  );
}
