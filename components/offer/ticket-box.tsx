import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { formatAmount, multiplyAmount, sumAmounts, toCents } from '@/lib/money/money';
import { leastOfProduct } from '@/lib/shop/rules/quantity-limits';
import { BottomBar } from '../ui/bottom-bar';
import { HiddenFields } from '../ui/hidden-fields';
import { Panel } from '../ui/panel';
import type { ChosenSessions, SessionLimits } from './session-limits';
import { HoldButton, TypeQuantities, TypesTotal } from './type-quantities';
import { TypeReturns } from './type-returns';
import { TypeRows, type TypeRowsProps } from './type-rows';
import { typedQuantity } from './typed-quantity';

interface HoldFieldsProps {
  readonly catalogId: string;
  /** The offer whose fields have short names. */
  readonly offerId: string;
  readonly formId: string;
  /** The fields that have no control. */
  readonly others?: Readonly<Record<string, string>>;
}

/** What the form sends beside the choice. */
export function HoldFields({ others = {}, ...fields }: HoldFieldsProps) {
  return <HiddenFields language={useLocale()} {...fields} {...others} />;
}

interface TicketBoxProps extends TypeRowsProps {
  /** What the number field of an offer begins with. */
  readonly quantityOf: (offerId: string) => string;
  /** What the sessions have left, if they are chosen in the form, and which ones are chosen. */
  readonly limits?: SessionLimits;
  readonly sessions?: ChosenSessions;
  readonly title: string;
  /** Above and below the types of tickets. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  readonly hint: string | null;
  /** What is said about the chosen times: above the button, and in short at the bottom of a phone. */
  readonly verdict?: { readonly whole: ReactNode; readonly short: ReactNode };
  /** Of the button. */
  readonly label: ReactNode;
  /** On a phone the number of tickets stands above the times, because the day is chosen already. */
  readonly areTypesFirst?: boolean;
  /** Days and times. */
  readonly children: ReactNode;
}

/** Days and times, and beside them the tickets: as wide as them where the box itself stands beside something. */
export function BoxColumns({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-x-6 gap-y-10 md:grid-cols-2 @min-[45rem]:gap-x-12 md:@min-[45rem]:grid-cols-[7fr_4fr]">
        {children}
      </div>
    </div>
  );
}

/** Days and times; beside them what tickets there are, how many, the total, and the button that holds them. */
export function TicketBox(props: TicketBoxProps) {
  const { types, fieldsOf, quantityOf, limits = {}, sessions = {}, title, hint, verdict, label } = props;
  const t = useTranslations('shop.offer');
  const language = useLocale();
  const counted = types.map(({ offer, price, maximum }) => ({
    field: fieldsOf(offer.id).quantity,
    initial: maximum === 0 ? '0' : quantityOf(offer.id),
    maximum,
    minimum: leastOfProduct(offer.product),
    amount: price.amountInclTax,
    cents: toCents(price.amountInclTax),
  }));
  const isEmpty = counted.every(({ initial }) => typedQuantity(initial) === 0);
  const initial = formatAmount(
    sumAmounts(counted.map(({ amount, initial: text }) => multiplyAmount(amount, typedQuantity(text)))),
    language,
  );
  const total = (look: string) => (
    <TypesTotal label={t('total')} initial={isEmpty ? null : initial} className={look} />
  );
  const choose = isEmpty ? t('chooseTickets') : null;
  return (
    <TypeQuantities types={counted} limits={limits} sessions={sessions} language={language}>
      <BoxColumns>
        <div>{props.children}</div>
        <div className={props.areTypesFirst === true ? 'max-md:order-first' : ''}>
          <Panel id="tickets" title={title}>
            {props.above}
            <TypeRows {...props} />
            {total('mt-4 border-t border-rule pt-3 max-md:hidden')}
            {verdict?.whole}
            <HoldButton choose={choose} className="mt-4 w-full max-md:hidden">
              {label}
            </HoldButton>
            {hint === null ? null : (
              <>
                <TypeReturns {...props} />
                <p className="pt-3 text-small text-ink-soft">{hint}</p>
              </>
            )}
            {props.below}
          </Panel>
        </div>
      </BoxColumns>
      <BottomBar>
        <div>
          {verdict?.short}
          {total('!flex-col !items-start !gap-0 leading-5')}
        </div>
        <HoldButton choose={choose}>{label}</HoldButton>
      </BottomBar>
    </TypeQuantities>
  );
}
