import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { paths } from '@/lib/locale/paths';
import type { PlacesPage, PlaceView } from '@/lib/storefront/shop/places/places';
import { useEventHref, useWhen } from '../search/event-card';
import { Link, TextLink } from '../ui/link';
import { buttonClass } from '../ui/button';
import { DirectionLinks } from './directions';

type Catalog = Pick<PlacesPage, 'catalog'>['catalog'];

interface PlaceProps {
  readonly place: PlaceView;
  readonly catalog: Catalog;
  /** Below the heading of a district. */
  readonly isInDistrict?: boolean;
}

/** The next events of a place, and a link to all if there are more. */
function Events({ place, catalog }: PlaceProps) {
  const t = useTranslations('search.places');
  const language = useLocale();
  const [when, hrefOf] = [useWhen(), useEventHref()];
  const more = place.eventCount - place.events.length;
  return (
    <>
      <ul>
        {place.events.map((event) => {
          const date = when(event);
          return (
            <li key={event.id} className="flex flex-wrap items-center gap-x-2">
              <TextLink href={hrefOf(event)} lang={catalog.lang}>
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

interface NameProps extends PlaceProps {
  readonly children: ReactNode;
}

/** A place that is named like its only event leads to it; without its name a second time. */
function NameAndEvents({ place, catalog, isInDistrict = false, children }: NameProps) {
  const [when, hrefOf] = [useWhen(), useEventHref()];
  const [event] = place.events;
  const isEvent = place.eventCount === 1 && event?.name.trim() === place.name;
  const date = isEvent ? when(event) : null;
  const Heading = isInDistrict ? 'h4' : 'h3';
  return (
    <>
      <Heading className="text-[1.1875rem] leading-6 font-bold" lang={catalog.lang}>
        {isEvent ? (
          <Link href={hrefOf(event)} className="-my-2.5 inline-block py-2.5 underline">
            {place.name}
          </Link>
        ) : (
          place.name
        )}
      </Heading>
      {date === null ? null : <p className="tabular">{date}</p>}
      {children}
      {isEvent ? null : <Events place={place} catalog={catalog} />}
    </>
  );
}

/** A place with its whole address, how to get there, and what takes place there next. */
export function PlaceEntry({ place, catalog, isInDistrict = false }: PlaceProps) {
  const t = useTranslations('search.places');
  return (
    <NameAndEvents place={place} catalog={catalog} isInDistrict={isInDistrict}>
      {place.distance === null ? null : (
        <p className="tabular font-bold">{t('away', { distance: place.distance })}</p>
      )}
      {place.address === '' ? null : (
        <p className="text-small" lang={catalog.lang}>
          {place.address}
        </p>
      )}
      <DirectionLinks {...place} lang={catalog.lang} />
    </NameAndEvents>
  );
}

interface GroupProps extends Pick<PlacesPage, 'catalog' | 'hasDistricts'> {
  readonly group: PlacesPage['groups'][number];
}

/** The places of one district. */
function Group({ group: { district, places }, catalog, hasDistricts }: GroupProps) {
  const t = useTranslations('search.places');
  return (
    <div className={hasDistricts ? 'pb-4 md:grid md:grid-cols-[12rem_1fr] md:gap-x-6' : ''}>
      {hasDistricts ? (
        <h3
          className="pb-2 text-lead font-bold wrap-anywhere md:border-t md:border-rule md:pt-3"
          lang={district === '' ? undefined : catalog.lang}
        >
          {district === '' ? t('elsewhere') : district}
        </h3>
      ) : null}
      <ul className={`grid gap-x-10 sm:grid-cols-2 ${hasDistricts ? '' : 'lg:grid-cols-3'}`}>
        {places.map((place) => (
          <li key={`${place.name} ${place.address}`} className="min-w-0 border-t border-rule py-4">
            <PlaceEntry place={place} catalog={catalog} isInDistrict={hasDistricts} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One page of the places: by district, or the nearest first. */
export function PlaceList(props: PlacesPage) {
  const { groups, total, from } = props;
  const t = useTranslations('search.places');
  return (
    <section aria-labelledby="places">
      <h2 id="places" className="pb-3 text-heading">
        {from.kind === 'position'
          ? t('nearest', { name: from.name ?? from.typed })
          : t('count', { count: total })}
      </h2>
      {groups.map((group) => (
        <Group key={group.district} {...props} group={group} />
      ))}
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
