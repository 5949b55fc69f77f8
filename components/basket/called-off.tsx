import { useLocale, useTranslations } from 'next-intl';
import type { Line, LineTicket } from '@/lib/shop/values/checkout-values';
import type { Language } from '@/lib/locale/languages';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import { Notice } from '../ui/notice';
import type { ItemView } from './held-items';
import { listFormat } from '@/lib/locale/formats';

interface VisitTicket {
  readonly line: Pick<Line, 'date' | 'timezone'>;
  readonly ticket: LineTicket;
}

/** The visits that the organiser has called off, each once, with what they are and when. */
function calledOff(tickets: readonly VisitTicket[], language: Language) {
  const texts = { cancelled: new Set<string>(), postponed: new Set<string>() };
  for (const { line, ticket } of tickets) {
    if (ticket.calledOff === undefined) continue;
    const { day, time } = ticketMoment(line, ticket, language);
    const parts = [ticket.event?.name ?? ticket.name, day, time ?? ''];
    texts[ticket.calledOff].add(parts.filter((part) => part !== '').join(', '));
  }
  const list = listFormat(language);
  return (['cancelled', 'postponed'] as const)
    .filter((what) => texts[what].size > 0)
    .map((what) => ({ what, visits: list.format(texts[what]) }));
}

/** Why nothing was ordered. Nothing, if it was removed meanwhile. */
export function CalledOffItems({ items }: { items: readonly ItemView[] }) {
  const t = useTranslations('checkout.items');
  const tickets = items.flatMap(({ lines }) =>
    lines.flatMap((line) => line.tickets.map((ticket) => ({ line, ticket }))),
  );
  return calledOff(tickets, useLocale()).map(({ what, visits }) => (
    <Notice key={what} tone="problem" title={t('calledOff', { what })}>
      <p>{t('calledOffText', { visits })}</p>
    </Notice>
  ));
}

/** Of tickets that were bought: what has happened, and that their holders are told what follows. */
export function CalledOffTickets({ tickets }: { tickets: readonly VisitTicket[] }) {
  const t = useTranslations('checkout.items');
  return calledOff(tickets, useLocale()).map(({ what, visits }) => (
    <Notice key={what} title={t('visitChange', { what, moment: '' })}>
      <p>{visits}</p>
    </Notice>
  ));
}
