import { useLocale, useTranslations } from 'next-intl';
import type { OfferPrice } from '@/lib/contract/offer';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount, multiplyAmount } from '@/lib/money/money';
import type { OfferPage } from '@/lib/storefront/offers';
import { LiveAvailability } from '../session/live-availability';
import { BottomBar } from '../ui/bottom-bar';
import { Panel } from '../ui/panel';
import { SubmitButton } from '../ui/submit-button';
import { Price } from './price';
import { Quantity, QuantityField, QuantityTotal } from './quantity';
import { TicketChoice } from './ticket-choice';

interface HoldFormProps extends OfferPage {
  readonly action: (form: FormData) => Promise<void>;
  readonly price: OfferPrice;
  readonly perHold: number;
  /** The earlier choice, and the field of each ticket. */
  readonly chosen: {
    readonly quantity: string;
    readonly fieldOf: (ticketId: string) => string;
    readonly sessionOf: (ticketId: string) => string | undefined;
  };
  readonly wrongTicket: { readonly id: string; readonly sentence: string } | null;
}

function Tickets({ catalog, offer, tickets, zone, chosen, wrongTicket }: HoldFormProps) {
  const t = useTranslations('shop');
  const hasSessions = tickets.some((ticket) => !ticket.dateAccess);
  return (
    <div>
      <h2 className="text-heading">{t(hasSessions ? 'offer.tickets' : 'offer.included')}</h2>
      {hasSessions ? <p className="pt-1 text-small text-ink-soft">{t('event.zone', { zone })}</p> : null}
      <div className="space-y-10 pt-4">
        {tickets.map((ticket) => (
          <TicketChoice
            key={ticket.id}
            ticket={ticket}
            name={chosen.fieldOf(ticket.id)}
            day={offer.date}
            timezone={catalog.timezone}
            lang={catalog.lang}
            chosenId={chosen.sessionOf(ticket.id)}
            error={wrongTicket?.id === ticket.id ? wrongTicket.sentence : undefined}
          />
        ))}
      </div>
    </div>
  );
}

function Summary({ offer, price, maximum, perHold }: HoldFormProps) {
  const t = useTranslations('shop.offer');
  const language = useLocale();
  const hint = maximum < perHold ? t('quantityLeft', { max: maximum }) : t('quantityHint', { max: maximum });
  return (
    <Panel id="summary" title={t('summary')}>
      <p className="pb-4">
        {formatDay(offer.date, language)}
        <br />
        <Price price={price} className="text-lead" />{' '}
        <span className="text-small text-ink-soft">{t('perUnit')}</span>
        {offer.realtimePriceRequired ? (
          <span className="block text-small text-ink-soft">{t('realtime')}</span>
        ) : null}
      </p>
      <QuantityField label={t('quantity')} hint={hint} fewer={t('fewer')} more={t('more')} />
      <QuantityTotal label={t('total')} className="mt-4 border-t border-rule pt-3 max-md:hidden" />
      <SubmitButton className="mt-4 w-full max-md:hidden">{t('hold')}</SubmitButton>
      <p className="pt-3 text-small text-ink-soft">{t('holdHint')}</p>
    </Panel>
  );
}

/** The choice of sessions and quantity, sent to be held. Works as a plain form. */
export function HoldForm(props: HoldFormProps) {
  const { action, catalog, offer, price, maximum, chosen } = props;
  const t = useTranslations('shop.offer');
  const language = useLocale();
  const totals = Array.from({ length: maximum }, (_, index) =>
    formatAmount(multiplyAmount(price.amountInclTax, index + 1), language),
  );
  return (
    <form action={action}>
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="catalogId" value={catalog.id} />
      <input type="hidden" name="offerId" value={offer.id} />
      <input type="hidden" name="price" value={price.amountInclTax} />
      <LiveAvailability href={paths.availability({ language, catalog: catalog.id, offer: offer.id })}>
        <Quantity initial={chosen.quantity} totals={totals}>
          <div className="grid gap-x-12 gap-y-10 md:grid-cols-[7fr_4fr]">
            <Tickets {...props} />
            <Summary {...props} />
          </div>
          <BottomBar>
            <QuantityTotal label={t('total')} className="!flex-col !items-start !gap-0 leading-5" />
            <SubmitButton>{t('hold')}</SubmitButton>
          </BottomBar>
        </Quantity>
      </LiveAvailability>
    </form>
  );
}
