import { useLocale, useTranslations } from 'next-intl';
import { formatDay } from '@/lib/locale/venue-time';
import type { FrontPage } from '@/lib/storefront/shop/search/front-page';
import { EventCard } from '../search/event-card';
import { TextLink } from '../ui/link';

export type Programme = NonNullable<FrontPage['programme']>;
type Section = Programme['sections'][number];

interface SectionProps {
  readonly section: Section;
  /** The list of all its events. */
  readonly href: string;
  /** Whether the events are of several catalogues. */
  readonly hasHouses: boolean;
  readonly isFirst: boolean;
}

/** So many pictures of the first section are seen at once. */
const seenAtOnce = 3;

function useTitle(): (section: Section) => string {
  const [t, days] = [useTranslations('shop.home'), useTranslations('search.days')];
  const language = useLocale();
  return ({ kind, day }) => {
    if (kind === 'today' || kind === 'weekend') return days(kind);
    return kind === 'next' && day !== null ? formatDay(day, language) : t(kind === 'later' ? kind : 'all');
  };
}

/** What is on in some days: when as in the margin of a printed programme, then the events. */
export function ProgrammeSection({ section, href, hasHouses, isFirst }: SectionProps) {
  const t = useTranslations('shop.home');
  const language = useLocale();
  const { kind, day, total, events } = section;
  const [title, id] = [useTitle()(section), `on-${kind}`];
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-8 gap-y-4 border-t-2 border-ink pt-4 pb-10 lg:grid-cols-[13rem_1fr] lg:grid-rows-[auto_1fr] lg:gap-y-1 lg:pb-14"
    >
      <div>
        <h2
          id={id}
          className="text-[1.75rem] leading-8 font-extrabold tracking-[-0.02em] first-letter:uppercase"
        >
          {title}
        </h2>
        {kind === 'today' && day !== null ? (
          <p className="pt-1 font-serif text-reading">{formatDay(day, language)}</p>
        ) : null}
        {kind === 'next' ? <p className="pt-1 font-serif text-reading">{t('nothingToday')}</p> : null}
      </div>
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2 sm:gap-y-8 md:grid-cols-3 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {events.map((card, index) => (
          <EventCard
            key={`${card.catalog.id} ${card.id}`}
            card={card}
            hasHouse={hasHouses}
            saidDay={day}
            eager={isFirst && index < seenAtOnce}
          />
        ))}
      </ul>
      {total === events.length ? null : (
        <p>
          <TextLink href={href}>
            {t('allOf', { count: total })}
            {/* Links of several sections would have the same name. */}
            <span className="sr-only">: {title}</span>
          </TextLink>
        </p>
      )}
    </section>
  );
}
