import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { CheckoutView } from '@/lib/checkout/queries';
import { formatAmount } from '@/lib/money/money';
import { HiddenFields } from '../ui/hidden-fields';
import { SubmitButton } from '../ui/submit-button';
import { FeeLine } from './fee-line';
import { LineSummary } from './line-summary';
import { lineName } from './line-view';

export type ItemView = Pick<CheckoutView['items'][number], 'holdId' | 'lines'>;

type Action = (form: FormData) => Promise<void>;

interface ItemProps {
  item: ItemView;
  checkoutId: string;
  remove: Action | undefined;
}

function Item({ item, checkoutId, remove }: ItemProps) {
  const t = useTranslations('checkout.items');
  const [first] = item.lines;
  const name = first === undefined ? '' : lineName(first);
  return (
    <li className="space-y-3 border-t border-rule py-4">
      {item.lines.map((line, index) => (
        <LineSummary key={`${index} ${line.productId}`} line={line} />
      ))}
      {remove === undefined ? null : (
        <form action={remove}>
          <HiddenFields checkoutId={checkoutId} holdId={item.holdId} />
          <SubmitButton
            variant="quiet"
            className="!px-0 text-small !font-normal"
            aria-label={t('removeLabel', { name })}
          >
            {t('remove')}
          </SubmitButton>
        </form>
      )}
    </li>
  );
}

interface HeldItemsProps {
  items: readonly ItemView[];
  fees: string;
  total: string;
  checkoutId: string;
  title?: string;
  remove?: Action;
  children?: ReactNode;
}

export function HeldItems({ items, fees, total, checkoutId, title, remove, children }: HeldItemsProps) {
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
      <ul className="pt-2">
        {items.map((item) => (
          <Item key={item.holdId} item={item} checkoutId={checkoutId} remove={remove} />
        ))}
      </ul>
      <FeeLine fees={fees} />
      <p className="flex items-baseline justify-between border-t-2 border-ink pt-3">
        <span>
          <span className="font-bold">{t('total')}</span>{' '}
          <span className="text-small text-ink-soft">{t('taxes')}</span>
        </span>
        <strong className="tabular text-lead">{formatAmount(total, language)}</strong>
      </p>
    </section>
  );
}
