import { useLocale, useTranslations } from 'next-intl';
import { ticketMoment } from '@/lib/locale/ticket-moment';
import { Notice } from '../ui/notice';
import type { ItemView } from './held-items';

/** Why nothing was ordered: what the organiser has called off is named. Nothing, if it was removed meanwhile. */
export function CalledOff({ items }: { items: readonly ItemView[] }) {
  const t = useTranslations('checkout.items');
  const language = useLocale();
  const visits = items.flatMap(({ lines }) =>
    lines.flatMap((line) =>
      line.tickets.flatMap((ticket) => {
        const { event, name, calledOff: what } = ticket;
        if (what === undefined) return [];
        const { day, time } = ticketMoment(line, ticket, language);
        const parts = [event?.name ?? name, day, time ?? ''];
        return [{ what, text: parts.filter((part) => part !== '').join(', ') }];
      }),
    ),
  );
  const [first] = visits;
  if (first === undefined) return null;
  const texts = new Intl.ListFormat(language).format(new Set(visits.map(({ text }) => text)));
  return (
    <Notice tone="problem" title={t('calledOff', { what: first.what })}>
      <p>{t('calledOffText', { visits: texts })}</p>
    </Notice>
  );
}
