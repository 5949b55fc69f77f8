import { useLocale, useTranslations } from 'next-intl';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import type { PreviewedEvent } from '@/lib/storefront/staff/setup/preview';
import { Facts } from '../../event/facts';
import { Prose } from '../../ui/hero';
import { Picture } from '../../ui/picture';
import { DataTable } from '../ui/data-table';

/** An event as customers would read it. */
export function EventPreview({ event }: { event: PreviewedEvent }) {
  const t = useTranslations('setup');
  const { key, name, description, place, picture, facts, sessions, timezone } = event;
  return (
    <article aria-labelledby={`preview-${key}`} className="space-y-5 border-t-2 border-ink pt-5">
      <h2 id={`preview-${key}`} className="text-heading wrap-anywhere">
        {name || key}
      </h2>
      {picture === null ? null : (
        <div className="max-w-md">
          <Picture picture={picture} seed={key} />
        </div>
      )}
      <Prose sanitizedHtml={description} lang={undefined} />
      {place === null ? null : (
        <p>
          <strong>{place.name}</strong>
          {place.address === '' ? null : <span className="text-ink-soft"> · {place.address}</span>}
        </p>
      )}
      <Facts catalog={{ timezone }} event={facts} times={{ sessions }} />
      <Days event={event} />
      <Tariffs event={event} />
      {event.days.length + event.tariffs.length === 0 ? <p>{t('preview.nothing')}</p> : null}
    </article>
  );
}

function Days({ event: { days } }: { event: PreviewedEvent }) {
  const t = useTranslations('setup');
  const language = useLocale();
  if (days.length === 0) return null;
  return (
    <DataTable
      caption={t('preview.days')}
      columns={[t('fields.day'), t('fields.times')]}
      rows={days.map(({ day, times }) => ({
        key: day,
        cells: [formatDay(day, language, 'full'), times.join(', ')],
      }))}
    />
  );
}

function Tariffs({ event: { tariffs } }: { event: PreviewedEvent }) {
  const t = useTranslations('setup');
  const language = useLocale();
  if (tariffs.length === 0) return null;
  return (
    <DataTable
      caption=""
      columns={[t('columns.tariff'), t('columns.price')]}
      rows={tariffs.map(({ key, name, price }) => ({
        key,
        cells: [name || key, price === null || price === '' ? '–' : formatAmount(price, language)],
      }))}
    />
  );
}
