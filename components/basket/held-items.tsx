import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { CheckoutView } from '@/lib/shop/flows/lookup/read-checkout';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import type { DayPlan as Plan } from '@/lib/storefront/shop/basket/day-plan';
import { Button } from '../ui/button';
import { TextLink } from '../ui/link';
import { ofDetails } from '../ui/of-details';
import { CreditLines } from './credit-lines';
import { DayPlan } from './day-plan';
import { FeeLine } from './fee-line';
import { VoucherLine } from '../voucher/voucher-line';
import { groupsOf, groupTitle } from '@/lib/shop/rules/line-groups';
import type { Line } from '@/lib/shop/values/checkout-values';
import { GroupSummary, LineSummary, TariffSummary } from './line-summary';
import { lineName } from './line-view';

export type ItemView = Pick<CheckoutView['items'][number], 'holdId' | 'lines'>;

export const removeClass = '!px-0 text-small !font-normal';

export function itemName({ lines: [first] }: ItemView): string {
  return first === undefined ? '' : lineName(first);
}

/** A quiet button of the form of the details, so that what was typed there is kept. */
export function ItemButton({ item, name }: { item: ItemView; name: 'remove' | 'instead' }) {
  const t = useTranslations('checkout.items');
  const of = bookingKind(item.lines);
  return (
    <Button
      {...ofDetails}
      type="submit"
      name={name}
      value={item.holdId}
      variant="quiet"
      className={removeClass}
      aria-label={t(`${name}Label`, { name: itemName(item), of })}
    >
      {t(name, { of })}
    </Button>
  );
}

type ButtonsOf = ((item: ItemView) => ReactNode) | undefined;

function Item({ item, buttonsOf }: { item: ItemView; buttonsOf: ButtonsOf }) {
  return (
    <li className="space-y-3 border-t border-rule py-4">
      {item.lines.map((line, index) => (
        <LineSummary key={`${index} ${line.productId}`} line={line} />
      ))}
      {buttonsOf?.(item)}
    </li>
  );
}

/** The line of an item that has one. */
const onlyLine = ({ lines: [line, ...others] }: ItemView): Line | null =>
  line === undefined || others.length > 0 ? null : line;

/** Items of one event and time. */
function Group({ items, buttonsOf }: { items: readonly ItemView[]; buttonsOf: ButtonsOf }) {
  const [first, ...others] = items.flatMap((item) => onlyLine(item) ?? []);
  if (first === undefined) return null;
  const lines = [first, ...others] as const;
  const title = groupTitle(lines);
  return (
    <li className="space-y-3 border-t border-rule py-4">
      <GroupSummary lines={lines} />
      <ul className="space-y-4 border-l-2 border-rule pl-4">
        {items.map((item) => (
          <li key={item.holdId} className="space-y-2">
            {item.lines.map((line) => (
              <TariffSummary key={line.productId} line={line} title={title} />
            ))}
            {buttonsOf?.(item)}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** A block for each event and time. */
function Items({ items, buttonsOf }: { items: readonly ItemView[]; buttonsOf: ButtonsOf }) {
  return (
    <ul className="pt-2">
      {groupsOf(items, onlyLine).map((group) => {
        const [first, ...others] = group;
        if (first === undefined) return null;
        return others.length === 0 ? (
          <Item key={first.holdId} item={first} buttonsOf={buttonsOf} />
        ) : (
          <Group key={first.holdId} items={group} buttonsOf={buttonsOf} />
        );
      })}
    </ul>
  );
}

interface HeldItemsProps {
  items: readonly ItemView[];
  fees: string;
  /** What it takes off is shown between the items and the total. */
  voucher: CheckoutView['voucher'];
  total: string;
  /** What earlier tickets are worth, what is left to pay, and what remains of their credit. */
  credit?: string;
  due?: string;
  back?: string;
  /** What of the price of the earlier tickets goes back to a gift card. */
  returned?: string | undefined;
  leastTotal?: string;
  title?: string;
  /** The buttons that change or remove an item; left out: none can be changed. */
  buttonsOf?: (item: ItemView) => ReactNode;
  /** What of it overlaps. */
  dayPlan?: Plan | null;
  /** Whether there is a link to the page on which items are added. */
  canAdd?: boolean;
  children?: ReactNode;
}

/** What else there is on the day of the last item that has one. */
function AddMore({ items }: Pick<HeldItemsProps, 'items'>) {
  const t = useTranslations('checkout.items');
  const language = useLocale();
  // The date of a gift card is its last day.
  const visits = items.flatMap(({ lines }) => lines).filter(({ giftCard }) => giftCard !== true);
  const last = visits.findLast(({ date }) => date !== null);
  return <TextLink href={paths.search(language, { day: last?.date ?? undefined })}>{t('more')}</TextLink>;
}

export function HeldItems({
  items,
  fees,
  voucher,
  total,
  credit = '0.00',
  due,
  back,
  returned,
  leastTotal = '0.00',
  title,
  buttonsOf,
  dayPlan = null,
  canAdd = false,
  children,
}: HeldItemsProps) {
  const t = useTranslations('checkout.items');
  const language = useLocale();
  return (
    <section
      id="held"
      aria-labelledby="held-title"
      className="border-t-8 border-accent bg-paper-deep px-5 py-5 tall:md:sticky md:top-20 md:order-last md:self-start"
    >
      <h2 id="held-title" className="pb-2 text-[1.375rem] leading-7">
        {title ?? t('title')}
      </h2>
      {children}
      <Items items={items} buttonsOf={buttonsOf} />
      {dayPlan === null ? null : <DayPlan {...dayPlan} />}
      {canAdd ? <AddMore items={items} /> : null}
      <FeeLine fees={fees} />
      <VoucherLine voucher={voucher} />
      <p className="flex items-baseline justify-between border-t-2 border-ink pt-3">
        <span>
          <span className="font-bold">{t('total')}</span>{' '}
          <span className="text-small text-ink-soft">{t('taxes')}</span>
        </span>
        <strong className="tabular text-lead">{formatAmount(total, language)}</strong>
      </p>
      <CreditLines
        total={total}
        credit={credit}
        due={due}
        back={back}
        returned={returned}
        leastTotal={leastTotal}
      />
    </section>
  );
}
