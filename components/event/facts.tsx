import { useLocale, useTranslations } from 'next-intl';
import { languageName, listFormat } from '@/lib/locale/formats';
import type { Language } from '@/lib/locale/languages';
import type { EventPage } from '@/lib/storefront/shop/event/events';
import { commonDuration } from './event-times';

interface FactsProps {
  readonly catalog: Pick<EventPage['catalog'], 'timezone'>;
  readonly event: Pick<
    EventPage['event'],
    'isArrivalWindow' | 'meetingPoint' | 'languages' | 'accessibility' | 'minimumAge' | 'included'
  >;
  /** Null: none are shown. */
  readonly times: { readonly sessions: Parameters<typeof commonDuration>[0] } | null;
}

function languageNames(codes: readonly string[], language: Language): string {
  return listFormat(language).format(codes.map((code) => languageName(code, language)));
}

function useFacts({ catalog, event, times }: FactsProps) {
  const t = useTranslations('shop.event');
  const feature = useTranslations('search.features');
  const language = useLocale();
  const duration = times === null ? null : commonDuration(times.sessions, catalog.timezone);
  const length = duration === null ? '' : event.isArrivalWindow ? t('arrivalWindow', { duration }) : duration;
  return [
    [event.isArrivalWindow ? t('facts.arrival') : t('facts.duration'), length],
    [t('facts.meetingPoint'), event.meetingPoint],
    [t('facts.languages'), event.languages.length === 0 ? '' : languageNames(event.languages, language)],
    [t('facts.accessibility'), event.accessibility.map((name) => feature(name)).join(' · ')],
    [t('facts.age'), event.minimumAge === null ? '' : t('fromAge', { age: event.minimumAge })],
    [t('facts.included'), event.included],
  ].filter(([, text]) => text !== '');
}

/** What one wants to know before a purchase, as far as the issuer tells it. */
export function Facts(props: FactsProps) {
  const facts = useFacts(props);
  if (facts.length === 0) return null;
  return (
    <dl className="max-w-text divide-y divide-rule border-y border-rule text-small">
      {facts.map(([name, text]) => (
        <div key={name} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 py-2">
          <dt className="text-ink-soft">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How long it takes and in which languages, beside the choice of tickets. */
export function ShortFacts({ catalog, event, times }: FactsProps) {
  const language = useLocale();
  const duration =
    times === null || event.isArrivalWindow ? null : commonDuration(times.sessions, catalog.timezone);
  const parts = [
    duration ?? '',
    event.languages.length === 0 ? '' : languageNames(event.languages, language),
  ];
  const text = parts.filter((part) => part !== '').join(' · ');
  return text === '' ? null : <p className="pb-4 text-small text-ink-soft">{text}</p>;
}
