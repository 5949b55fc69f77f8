import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueTime } from '@/lib/locale/venue-time';
import { formatAmount, toCents } from '@/lib/money/money';
import type { CounterCart, CounterTickets } from '@/lib/storefront/staff/counter/counter-day';
import type { TicketType } from '@/lib/storefront/common/offer/ticket-types';
import type { HoldProblem } from '@/lib/storefront/common/offer/hold-choice';
import { leastOfProduct } from '@/lib/shop/rules/quantity-limits';
import { itemName } from '../../basket/held-items';
import { HoldProblemNotice } from '../../offer/hold-problem-notice';
import { sessionFields } from '../../offer/session-fields';
import { HoldFields } from '../../offer/ticket-box';
import { TypeQuantities } from '../../offer/type-quantities';
import { TypeRows } from '../../offer/type-rows';
import { TextLink } from '../../ui/link';
import { Panel } from '../../ui/panel';
import { SubmitButton } from '../../ui/submit-button';
import { PayKeys } from './pay-keys';

interface SalePanelProps {
  readonly tickets: CounterTickets;
  /** To which is added: the open sale, or that for which tickets are exchanged. */
  readonly sale: string | undefined;
  readonly cart: CounterCart | null;
  /** Earlier tickets pay for it, or for a part; null: none do. */
  readonly exchange: PayKeysExchange | null;
  /** Of customers who give none. */
  readonly country: string;
  /** That customers pay with, in EUR, the smallest first. */
  readonly notes: readonly string[];
  readonly fieldsOf: (
    offerId: string,
    ownId: string,
  ) => { readonly quantity: string; readonly price: string };
  readonly fieldOf: (ticketId: string) => string;
  readonly sell: (form: FormData) => Promise<void>;
  /** What else the address of the page asks for, so that a problem leads back to it. */
  readonly asked: Readonly<Partial<Record<'date' | 'catalog', string>>>;
  /** What was chosen before and could not be held, or is exchanged. */
  readonly quantityOf: (offer: TicketType['offer']) => string | undefined;
  readonly problem: HoldProblem | null;
}

/** The tickets for a tile, what the sale has already, and the keys that take the money. */
export function SalePanel(props: SalePanelProps) {
  const { tickets, cart, fieldOf } = props;
  const t = useTranslations('counter');
  const [first] = tickets.types;
  return (
    <Panel id="sale" title={<TileTitle {...tickets} />}>
      {props.problem === null ? null : <Problem {...tickets} problem={props.problem} />}
      {cart === null ? null : <Cart cart={cart} />}
      {first === undefined ? null : <SaleForm {...props} ownId={first.offer.id} />}
      {first === undefined && tickets.others.length === 0 ? <p>{t('tiles.none')}</p> : null}
      <Others {...tickets} sale={props.sale} fieldOf={fieldOf} />
    </Panel>
  );
}

/** Why nothing was held, and no money taken. */
function Problem({ problem, types, perHold, catalog }: CounterTickets & { readonly problem: HoldProblem }) {
  const type = types.find(({ offer }) => offer.id === problem.offer);
  return (
    <div className="pb-4">
      <HoldProblemNotice
        problem={problem}
        maximum={type?.maximum ?? perHold}
        offerName={type?.offer.product.name}
        ticketName=""
        price={type?.price.amountInclTax}
        mayReturn={type?.offer.mayReturn === true}
        otherTimes={[]}
        timezone={catalog.timezone}
        issuer={undefined}
        lang={catalog.lang}
        contactHref={undefined}
      />
    </div>
  );
}

/** `ownId`: the offer whose fields have short names. */
function SaleForm(props: SalePanelProps & { readonly ownId: string }) {
  const { tickets, sale, cart, exchange, country, notes, fieldsOf, fieldOf, sell, asked, quantityOf, ownId } =
    props;
  const t = useTranslations('shop.offer');
  const language = useLocale();
  const { catalog, tile, types, formId, perHold } = tickets;
  return (
    <form action={sell} noValidate>
      <HoldFields
        catalogId={catalog.id}
        offerId={ownId}
        formId={formId}
        others={{
          country,
          ...asked,
          event: tile.eventId,
          ...(tile.sessionId === null ? {} : { session: tile.sessionId }),
          ...(sale === undefined ? {} : { sale }),
          ...(cart === null ? {} : { cart: cart.due }),
          ...sessionFields(
            tile.sessionId,
            types.map(({ offer }) => offer),
            fieldOf,
          ),
        }}
      />
      <TypeQuantities
        types={types.map(({ offer, price, maximum }) => ({
          field: fieldsOf(offer.id, ownId).quantity,
          initial: quantityOf(offer) ?? '0',
          maximum,
          minimum: leastOfProduct(offer.product),
          cents: toCents(price.amountInclTax),
        }))}
        limits={{}}
        sessions={{}}
        language={language}
      >
        <TypeRows
          types={types}
          about={tile.name}
          perHold={perHold}
          lang={catalog.lang}
          timezone={catalog.timezone}
          fieldsOf={(offerId) => fieldsOf(offerId, ownId)}
        />
        {exchange !== null && cart !== null ? (
          // What the earlier tickets have paid of the sale is in it already: its page says what is left.
          <SubmitButton className="mt-4 w-full">{t('hold')}</SubmitButton>
        ) : (
          <Keys cart={cart} notes={notes} exchange={exchange} />
        )}
      </TypeQuantities>
    </form>
  );
}

/** What has a page of its own, with the session of the tile. */
function Others({
  catalog,
  tile: { sessionId },
  others,
  sale,
  fieldOf,
}: CounterTickets & Pick<SalePanelProps, 'fieldOf'> & { readonly sale: string | undefined }) {
  const t = useTranslations('shop.event');
  const language = useLocale();
  if (others.length === 0) return null;
  return (
    <div className="mt-4 border-t border-rule pt-3">
      <h4 className="font-bold">{t('otherOffers')}</h4>
      <ul>
        {others.map((offer) => (
          <li key={offer.id} lang={catalog.lang}>
            <TextLink
              href={paths.staffCounterOffer(language, catalog.id, offer.id, {
                ...sessionFields(sessionId, [offer], fieldOf),
                sale,
              })}
            >
              {offer.product.name}
            </TextLink>{' '}
            {formatAmount(offer.price.amountInclTax, language)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function TileTitle({ catalog, day, tile: { name, occursAt } }: CounterTickets) {
  const today = useTranslations('today');
  const language = useLocale();
  return (
    <>
      <span className="tabular">
        {occursAt === null ? today('anyTime') : venueTime(occursAt, catalog.timezone)}
      </span>
      {' · '}
      <span lang={catalog.lang}>{name}</span>
      <span className="block text-base font-normal">{formatDay(day, language, 'long')}</span>
    </>
  );
}

/** What of a started exchange the keys need: its worth in EUR. */
interface PayKeysExchange {
  readonly worth: string;
  readonly isAtCounter: boolean;
}

function Keys({ cart, notes, exchange }: Pick<SalePanelProps, 'cart' | 'notes' | 'exchange'>) {
  const t = useTranslations('counter');
  return (
    <PayKeys
      cartCents={cart === null ? null : toCents(cart.due)}
      exchange={
        exchange === null ? null : { cents: toCents(exchange.worth), isAtCounter: exchange.isAtCounter }
      }
      notes={notes}
      language={useLocale()}
      words={{
        given: t('given'),
        exact: t('exact'),
        change: t('change'),
        missing: t('missing'),
        notAmount: t('problems.given'),
        terminal: t('methods.terminal'),
        later: t('later'),
        total: t('total'),
        earlier: t('keys.earlier'),
        due: t('keys.due'),
        back: t('keys.back'),
        backCash: t('keys.backCash'),
        backTerminal: t('keys.backTerminal'),
        exchange: t('keys.exchange'),
        byProvider: t('keys.byProvider'),
      }}
    />
  );
}

/** What is held for the sale already. Its page can take it out again. */
function Cart({ cart: { id, items, due } }: { readonly cart: CounterCart }) {
  const t = useTranslations('counter');
  const language = useLocale();
  return (
    <div className="border-b border-rule pb-3">
      <h4 className="font-bold">{t('held')}</h4>
      <ul>
        {items.map((item) => (
          <li key={item.holdId}>
            {item.lines.reduce((sum, { quantity }) => Math.max(sum, quantity), 0)} × {itemName(item)}
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <TextLink href={paths.staffSale(language, id)}>{t('toSale')}</TextLink>
        <span className="tabular font-bold">{formatAmount(due, language)}</span>
      </p>
    </div>
  );
}
