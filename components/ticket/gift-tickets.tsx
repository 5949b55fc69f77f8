import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { Accent } from '@/lib/contract/accent';
import type { GiftTickets as Gift } from '@/lib/storefront/shop/ticket/gift-tickets';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import { PageFrame } from '../layout/page-frame';
import { KeepOffline } from './keep-offline';
import { StoredCopy } from './stored-copy';
import { TicketList } from './ticket-list';

interface GiftTicketsProps extends Omit<Extract<Gift, { kind: 'valid' }>, 'kind'> {
  readonly token: string;
  readonly accent?: Accent | undefined;
}

/** The tickets of a booking for the person to whom they are given, without the rest of the order. */
export function GiftTickets({
  token,
  from,
  name,
  message,
  tickets,
  cancellations,
  accent,
}: GiftTicketsProps) {
  const t = useTranslations('checkout.gift.page');
  const language = useLocale();
  const of = bookingKind(tickets.map(({ line }) => line));
  return (
    <PageFrame accent={accent}>
      <div className="print:hidden">
        <h1 className="pt-10 text-title wrap-anywhere sm:pt-14">{t('title', { from })}</h1>
        <p className="max-w-text pt-4 text-lead font-bold wrap-anywhere">{t('for', { name })}</p>
        {message === '' ? null : (
          <blockquote className="mt-6 max-w-text border-l-8 border-accent pl-5 font-serif text-heading wrap-anywhere whitespace-pre-line">
            {message}
          </blockquote>
        )}
        <p className="max-w-text pt-6 pb-8">{t('text', { of })}</p>
      </div>
      <StoredCopy />
      <KeepOffline path={paths.ticket(language, token)} />
      <div className="max-w-3xl">
        <TicketList tickets={tickets} cancellations={cancellations} />
      </div>
      <p className="max-w-text py-6 text-small print:hidden">{t('secret', { of })}</p>
    </PageFrame>
  );
}
