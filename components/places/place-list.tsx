import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { paths } from '@/lib/locale/paths';
import type { PlacesPage, PlaceView } from '@/lib/storefront/shop/places/places';
import { useWhen } from '../search/event-card';
import { Link, TextLink } from '../ui/link';
import { buttonClass } from '../ui/button';
import { DirectionLinks } from './directions';

type Catalog = Pick<PlacesPage, 'catalog'>['catalog'];

interface PlaceProps {
  readonly place: PlaceView;
  readonly catalog: Catalog;
  /** False where the list has only this one. */
  readonly isNumbered?: boolean;
}

/** The next events of a place, and a link to all if there are more. */
function Events({ place, catalog }: PlaceProps) {
  const t = useTranslations('search.places');
  const language = useLocale();
  const when = useWhen();
  const more = place.eventCount - place.events.length;
  return (
    <>
      <ul>
        {place.events.map((event) => {
          const date = when(event);
          return (
            <li key={event.id} className="flex flex-wrap items-center gap-x-2">
              <TextLink href={paths.event(language, catalog.id, event.id)} lang={catalog.lang}>
                {event.name}
              </TextLink>
              {date === null ? null : <span className="tabular text-small text-ink-soft">{date}</span>}
            </li>
          );
        })}
      </ul>
      {more === 0 ? null : (
        <TextLink href={paths.catalog(language, catalog.id, { place: place.name })} rel="nofollow">
          {t('allHere', { count: place.eventCount })}
        </TextLink>
      )}
    </>
  );
}

/** A place that is named like its only event leads to it; without its name a second time. */
function NameAndEvents({ place, catalog, children }: PlaceProps & { readonly children: ReactNode }) {
  const language = useLocale();
  const when = useWhen();
  const [event] = place.events;
  const isEvent = place.eventCount === 1 && event?.name.trim() === place.name;
  const date = isEvent ? when(event) : null;
  return (
    <>
      <h3 className="text-[1.1875rem] leading-6 font-bold" lang={catalog.lang}>
        {isEvent ? (
          <Link
            href={paths.event(language, catalog.id, event.id)}
            className="-my-2.5 inline-block py-2.5 underline"
          >
            {place.name}
          </Link>
        ) : (
          place.name
        )}
      </h3>
      {date === null ? null : <p className="tabular">{date}</p>}
      {children}
      {isEvent ? null : <Events place={place} catalog={catalog} />}
    </>
  );
}

/** A place with its whole address, how to get there, and what takes place there next. */
export function PlaceEntry({ place, catalog, isNumbered = true }: PlaceProps) {
  const t = useTranslations('search.places');
  return (
    <>
      {isNumbered ? (
        <span className="tabular mt-0.5 flex size-8 items-center justify-center rounded-full bg-accent text-small font-bold text-on-accent">
          {place.number}
        </span>
      ) : null}
      <div className="min-w-0">
        <NameAndEvents place={place} catalog={catalog}>
          {place.distance === null ? null : (
            <p className="tabular font-bold">{t('away', { distance: place.distance })}</p>
          )}
          {place.address === '' ? null : (
            <p className="text-small" lang={catalog.lang}>
              {place.address}
            </p>
          )}
          {place.position === null && isNumbered ? (
            <p className="text-small text-ink-soft">{t('noPosition')}</p>
          ) : null}
          <DirectionLinks {...place} lang={catalog.lang} />
        </NameAndEvents>
      </div>
    </>
  );
}

/** One page of the places, in the order of their numbers. */
export function PlaceList(props: PlacesPage) {
  const { places, catalog, total, from } = props;
  const t = useTranslations('search.places');
  return (
    <section aria-labelledby="places">
      <h2 id="places" tabIndex={-1} className="scroll-mt-4 pb-3 text-heading outline-none">
        {from.kind === 'position'
          ? t('nearest', { name: from.name ?? from.typed })
          : t('count', { count: total })}
      </h2>
      <ol>
        {places.map((place) => (
          <li
            key={place.number}
            id={`place-${place.number}`}
            className="grid scroll-mt-4 grid-cols-[2rem_1fr] gap-x-3 border-t border-rule py-4 target:bg-accent-soft"
          >
            <PlaceEntry place={place} catalog={catalog} />
          </li>
        ))}
      </ol>
      <Pages {...props} />
    </section>
  );
}

function Pages({ page, pages, previousHref, nextHref }: PlacesPage) {
  const t = useTranslations('search');
  if (pages === 1) return null;
  return (
    <nav
      aria-label={t('places.pages')}
      className="flex flex-wrap items-center gap-4 border-t border-rule pt-6"
    >
      {previousHref === null ? null : (
        <Link href={previousHref} rel="prev" className={buttonClass('secondary')}>
          {t('previous')}
        </Link>
      )}
      <p className="tabular">{t('page', { page, pages })}</p>
      {nextHref === null ? null : (
        <Link href={nextHref} rel="next" className={buttonClass('secondary')}>
          {t('next')}
        </Link>
      )}
    </nav>
  );
}
