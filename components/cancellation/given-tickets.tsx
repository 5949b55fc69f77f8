import { useTranslations } from 'next-intl';
import type { OrderView } from '@/lib/shop/flows/lookup/read-checkout';

export interface GivenTicketsProps {
  readonly view: {
    readonly checkout: Pick<OrderView['checkout'], 'gift'>;
    readonly giftDelivery: Pick<NonNullable<OrderView['giftDelivery']>, 'state'> | null;
  };
}

/** Who has the tickets of a gift that was sent: that person is written to when they are cancelled or exchanged. */
export function GivenTickets({ view: { checkout, giftDelivery } }: GivenTicketsProps) {
  const t = useTranslations('checkout.gift');
  if (checkout.gift === null || giftDelivery?.state !== 'sent') return null;
  return (
    <p className="max-w-text border-l-8 border-ink bg-paper-deep px-5 py-4 font-bold wrap-anywhere">
      {t('given', { name: checkout.gift.name })}
    </p>
  );
}
