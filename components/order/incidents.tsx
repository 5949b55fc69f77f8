import { useLocale, useTranslations } from 'next-intl';
import { formatDay, venueDay } from '@/lib/locale/venue-time';
import { Notice } from '../ui/notice';
import { customerNotice, incidentAmount } from './incident-view';
import { linesOf, paidAmount, type OrderPageView } from './order-view';

export function Incidents({ view }: { view: OrderPageView }) {
  const t = useTranslations('checkout.order.incidents');
  const language = useLocale();
  const zone = linesOf(view)[0]?.timezone ?? undefined;
  const shown = view.incidents.flatMap((incident) => {
    const name = customerNotice(incident, paidAmount(view));
    return name === null ? [] : [{ incident, name }];
  });
  if (shown.length === 0) return null;
  return (
    <div className="pb-8">
      <Notice title={t('title')}>
        {shown.map(({ incident, name }) => (
          <p key={incident.id}>
            {t(name, {
              amount: incidentAmount(incident, language),
              day: formatDay(venueDay(incident.openedAt.toISOString(), zone), language, 'long'),
            })}
          </p>
        ))}
      </Notice>
    </div>
  );
}
