import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { OfferPrice } from '@/lib/contract/offer';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import type { OfferCombination } from '@/lib/storefront/common/offer/combination';
import type { OfferPage } from '@/lib/storefront/common/offer/offers';
import { LiveAvailability } from '../session/live-availability';
import { ChosenSeats } from './chosen-seats';
import { ChosenTimes, Combination, CombinationVerdict, HoldLabel } from './combination';
import { verdictOf } from './combination-verdict';
import { planTexts } from './plan-texts';
import { Proposals } from './proposals';
import { HoldFields, TicketBox } from './ticket-box';
import { TicketChoice } from './ticket-choice';

interface HoldFormProps extends OfferPage {
  readonly action: (form: FormData) => Promise<void>;
  readonly price: OfferPrice;
  /** The days to choose from, above the times, if the page has them. */
  readonly days?: ReactNode;
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
  /** Where numbered seats are chosen, if there are any. */
  readonly seats?: ReactNode;
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
        {props.seats}
      </div>
    </div>
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
  const { action, catalog, offer, formId, types, perHold, chosen, isCounter = false } = props;
  const t = useTranslations('shop.offer');
  const seats = useTranslations('shop.seats');
  const language = useLocale();
  const { fieldsOf, quantityOf } = chosen;
  const holdText = offer.product.giftCard === true ? 'holdGiftCard' : 'hold';
  return (
    <form action={action} noValidate>
      <HoldFields
        catalogId={catalog.id}
        offerId={offer.id}
        formId={formId}
        others={props.saleId === undefined ? {} : { sale: props.saleId }}
      />
      <LiveAvailability href={paths.availability({ language, catalog: catalog.id, offer: offer.id })}>
        <Followed {...props}>
          <TicketBox
            types={types}
            fieldsOf={fieldsOf}
            quantityOf={quantityOf}
            perHold={perHold}
            lang={catalog.lang}
            timezone={catalog.timezone}
            {...sessionLimits(props)}
            tickets={props.tickets}
            refusedOffer={props.refusedOffer}
            error={props.quantityError}
            priceBefore={props.priceBefore}
            title={t('summary')}
            above={
              <>
                <p className="pb-4">{formatDay(offer.date, language)}</p>
                <ChosenTimes />
                {(props.seats ?? null) === null ? null : <ChosenSeats title={seats('chosen')} />}
              </>
            }
            verdict={{ whole: <CombinationVerdict />, short: <CombinationVerdict isShort /> }}
            label={<HoldLabel usual={t(holdText)} anyway={t('holdAnyway')} />}
            hint={isCounter ? null : t('holdHint')}
            areTypesFirst={props.days === undefined}
          >
            {props.days}
            <Tickets {...props} />
          </TicketBox>
        </Followed>
      </LiveAvailability>
    </form>
  );
}
