import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { OfferPrice } from '@/lib/contract/offer';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount, multiplyAmount, sumAmounts, toCents } from '@/lib/money/money';
import type { OfferCombination } from '@/lib/storefront/common/offer/combination';
import type { OfferPage } from '@/lib/storefront/common/offer/offers';
import { LiveAvailability } from '../session/live-availability';
import { BottomBar } from '../ui/bottom-bar';
import { Panel } from '../ui/panel';
import { SubmitButton } from '../ui/submit-button';
import { ChosenTimes, Combination, CombinationVerdict, HoldLabel } from './combination';
import { verdictOf } from './combination-verdict';
import { planTexts } from './plan-texts';
import { Price } from '../price/price';
import { Proposals } from './proposals';
import { Quantity, QuantityField, QuantityTotal } from './quantity';
import { SaleEnd } from './sale-end';
import { TicketChoice } from './ticket-choice';
import { TypeQuantities, TypesTotal } from './type-quantities';
import { TypeRows } from './type-rows';
import { typedQuantity } from './typed-quantity';

interface HoldFormProps extends OfferPage {
  readonly action: (form: FormData) => Promise<void>;
  readonly price: OfferPrice;
  /** The address of the page with this form, if it is not the storefront's. */
  readonly formPath?: string | undefined;
  /** Staff sell at the counter: nothing is said to the customer. */
  readonly isCounter?: boolean;
  /** At the counter: the sale to which the items are added. */
  readonly saleId?: string | undefined;
  /** The price on the page that led here, if it was another one. */
  readonly priceBefore: string | undefined;
  /** Of an offer over several events; null for others. */
  readonly combination: OfferCombination | null;
  /** The earlier choice, and the fields of each ticket and each offer. */
  readonly chosen: {
    readonly quantityOf: (offerId: string) => string;
    readonly fieldsOf: (offerId: string) => { readonly quantity: string; readonly price: string };
    readonly fieldOf: (ticketId: string) => string;
    readonly sessionOf: (ticketId: string) => string | undefined;
  };
  /** What is wrong with tickets, by their identifiers. */
  readonly ticketErrors: ReadonlyMap<string, string>;
  /** What is wrong with the number of tickets, if the form has one number. */
  readonly quantityError: string | undefined;
  /** The offer that could not be held, if there are several. */
  readonly refusedOffer: string | undefined;
}

function Tickets(props: HoldFormProps) {
  const { catalog, offer, tickets, zone, chosen, ticketErrors, combination, types, price, waiting } = props;
  const t = useTranslations('shop');
  const language = useLocale();
  const hasSessions = tickets.some((ticket) => !ticket.dateAccess);
  return (
    <div>
      <h2 className="text-heading">{t(hasSessions ? 'offer.tickets' : 'offer.included')}</h2>
      {hasSessions ? <p className="pt-1 text-small text-ink-soft">{t('event.zone', { zone })}</p> : null}
      <div className="space-y-10 pt-4">
        {combination === null ? null : (
          <Proposals
            {...combination}
            amountEach={types.length > 1 ? undefined : price.amountInclTax}
            lang={catalog.lang}
          />
        )}
        {tickets.map((ticket) => (
          <TicketChoice
            key={ticket.id}
            ticket={ticket}
            name={chosen.fieldOf(ticket.id)}
            offer={offer}
            timezone={catalog.timezone}
            lang={catalog.lang}
            chosenId={chosen.sessionOf(ticket.id)}
            waitHrefOf={(session) =>
              waiting === null || props.isCounter === true
                ? null
                : paths.waitingList(language, catalog.id, offer.id, { session })
            }
            error={ticketErrors.get(ticket.id)}
          />
        ))}
      </div>
    </div>
  );
}

interface Parts {
  readonly quantity: ReactNode;
  /** The total in the summary, and at the bottom of a phone. */
  readonly total: ReactNode;
  readonly barTotal: ReactNode;
}

const inBar = '!flex-col !items-start !gap-0 leading-5';
const inSummary = 'mt-4 border-t border-rule pt-3 max-md:hidden';

/** The form's columns; the button stands below the summary, on a phone at the bottom of the page. */
function Columns({ parts, ...props }: HoldFormProps & { readonly parts: Parts }) {
  const t = useTranslations('shop.offer');
  const language = useLocale();
  const hold = <HoldLabel usual={t('hold')} anyway={t('holdAnyway')} />;
  return (
    <>
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 md:grid-cols-[7fr_4fr]">
        <Tickets {...props} />
        <Panel id="summary" title={t('summary')}>
          <p className="pb-4">{formatDay(props.offer.date, language)}</p>
          <ChosenTimes />
          {parts.quantity}
          {parts.total}
          {props.combination === null ? null : <CombinationVerdict />}
          <SubmitButton className="mt-4 w-full max-md:hidden">{hold}</SubmitButton>
          {props.isCounter === true ? null : <p className="pt-3 text-small text-ink-soft">{t('holdHint')}</p>}
        </Panel>
      </div>
      <BottomBar>
        <div>
          <CombinationVerdict isShort />
          {parts.barTotal}
        </div>
        <SubmitButton>{hold}</SubmitButton>
      </BottomBar>
    </>
  );
}

/** How many places each session has left, and which sessions are chosen. */
function sessionLimits({ tickets, chosen }: HoldFormProps) {
  const withSessions = tickets.filter((ticket) => !ticket.dateAccess);
  const limited = (ticket: (typeof tickets)[number]) =>
    ticket.sessions.flatMap(({ id, availableQuantity }) =>
      availableQuantity === null ? [] : [[id, availableQuantity] as const],
    );
  const byField = <Value,>(value: (ticket: (typeof tickets)[number]) => Value) =>
    Object.fromEntries(withSessions.map((ticket) => [chosen.fieldOf(ticket.id), value(ticket)]));
  return {
    limits: byField((ticket) => Object.fromEntries(limited(ticket))),
    sessions: byField((ticket) => chosen.sessionOf(ticket.id)),
  };
}

/** One number, because nothing else can be held for the same sessions. */
function OneType(props: HoldFormProps) {
  const { offer, price, priceBefore, maximum, perHold, chosen } = props;
  const t = useTranslations('shop.offer');
  const language = useLocale();
  const totals = Array.from({ length: maximum }, (_, index) =>
    formatAmount(multiplyAmount(price.amountInclTax, index + 1), language),
  );
  const hints = totals.map((_, index) =>
    t(index + 1 < perHold ? 'quantityLeft' : 'quantityHint', { max: index + 1 }),
  );
  const quantity = (
    <>
      <p className="pb-4">
        <Price price={price} className="text-lead" />{' '}
        <span className="text-small text-ink-soft">{t('perUnit')}</span>
        {offer.realtimePriceRequired ? (
          <span className="block text-small text-ink-soft">{t('realtime')}</span>
        ) : null}
        <SaleEnd offer={offer} tickets={props.tickets} timezone={props.catalog.timezone} />
        {priceBefore === undefined ? null : (
          <strong className="block">
            {t('priceChanged', { before: formatAmount(priceBefore, language) })}
          </strong>
        )}
      </p>
      <QuantityField
        label={t('quantity')}
        hints={hints}
        error={props.quantityError}
        fewer={t('fewer')}
        more={t('more')}
      />
    </>
  );
  const total = <QuantityTotal label={t('total')} className={inSummary} />;
  const barTotal = <QuantityTotal label={t('total')} className={inBar} />;
  return (
    <Quantity initial={chosen.quantityOf(offer.id)} totals={totals} {...sessionLimits(props)}>
      <input type="hidden" name="price" value={price.amountInclTax} />
      <Columns {...props} parts={{ quantity, total, barTotal }} />
    </Quantity>
  );
}

/** One number for each type of ticket. */
function SeveralTypes(props: HoldFormProps) {
  const { catalog, types, perHold, chosen, refusedOffer } = props;
  const t = useTranslations('shop.offer');
  const language = useLocale();
  const counted = types.map(({ offer, price, maximum }) => ({
    field: chosen.fieldsOf(offer.id).quantity,
    initial: maximum === 0 ? '0' : chosen.quantityOf(offer.id),
    maximum,
    amount: price.amountInclTax,
    cents: toCents(price.amountInclTax),
  }));
  const initial = formatAmount(
    sumAmounts(counted.map(({ amount, initial: text }) => multiplyAmount(amount, typedQuantity(text)))),
    language,
  );
  const quantity = (
    <TypeRows
      types={types}
      tickets={props.tickets}
      fieldsOf={chosen.fieldsOf}
      lang={catalog.lang}
      timezone={catalog.timezone}
      perHold={perHold}
      refusedOffer={refusedOffer}
    />
  );
  const total = <TypesTotal label={t('total')} initial={initial} className={inSummary} />;
  const barTotal = <TypesTotal label={t('total')} initial={initial} className={inBar} />;
  return (
    <TypeQuantities types={counted} {...sessionLimits(props)} language={language}>
      <Columns {...props} parts={{ quantity, total, barTotal }} />
    </TypeQuantities>
  );
}

/** What the form lets one choose, followed while it is chosen if the offer is over several events. */
function Followed({ children, ...props }: HoldFormProps & { readonly children: ReactNode }) {
  const { catalog, offer, types, combination, chosen } = props;
  const t = useTranslations('shop.plan');
  const language = useLocale();
  if (combination === null) return children;
  const quantityFields = types.map((type) => chosen.fieldsOf(type.offer.id).quantity);
  const withSessions = props.tickets.filter((ticket) => !ticket.dateAccess);
  const initial = Object.fromEntries([
    ...(props.saleId === undefined ? [] : [['sale', props.saleId] as const]),
    ...withSessions.map(({ id }) => [chosen.fieldOf(id), chosen.sessionOf(id) ?? ''] as const),
    ...types.map(({ offer: { id } }) => [chosen.fieldsOf(id).quantity, chosen.quantityOf(id)] as const),
  ]);
  const planned = { plan: combination.plan, texts: planTexts(t), quantityFields };
  return (
    <Combination
      {...planned}
      path={props.formPath ?? paths.offer(language, catalog.id, offer.id)}
      initial={initial}
      verdict={verdictOf(planned, initial)}
    >
      {children}
    </Combination>
  );
}

/** The choice of sessions and quantities, sent to be held. Works as a plain form. */
export function HoldForm(props: HoldFormProps) {
  const { action, catalog, offer, formId, types } = props;
  const language = useLocale();
  return (
    <form action={action} noValidate>
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="catalogId" value={catalog.id} />
      <input type="hidden" name="offerId" value={offer.id} />
      <input type="hidden" name="formId" value={formId} />
      {props.saleId === undefined ? null : <input type="hidden" name="sale" value={props.saleId} />}
      <LiveAvailability href={paths.availability({ language, catalog: catalog.id, offer: offer.id })}>
        <Followed {...props}>
          {types.length > 1 ? <SeveralTypes {...props} /> : <OneType {...props} />}
        </Followed>
      </LiveAvailability>
    </form>
  );
}
