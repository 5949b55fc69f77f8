import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Language } from '@/lib/locale/languages';
import { paths, type SetupPart } from '@/lib/locale/paths';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import { catalogOf } from '@/lib/setup/catalog';
import type { Draft } from '@/lib/setup/draft';
import { type EventView, eventsOf, placesOf } from '@/lib/setup/event-view';
import { type ProductView, productsOf } from '@/lib/setup/product-view';
import { nextSession, sessionsOf } from '@/lib/setup/session-view';
import type { SetupCatalog } from '@/lib/storefront/staff/setup/setup-reads';
import { ButtonLink } from '../../ui/button-link';
import { TextLink } from '../../ui/link';
import { DataTable } from '../ui/data-table';
import { RowLink } from '../ui/row-link';
import { Section } from '../ui/section';
import { nameIn } from './name-in';

interface ProgrammeProps {
  readonly catalog: SetupCatalog;
  readonly content: Draft;
  /** There is a draft. */
  readonly mayChange: boolean;
}

interface PartProps extends Omit<ProgrammeProps, 'catalog'> {
  readonly hrefOf: (part: SetupPart, key?: string) => string;
}

/** What a catalogue consists of: events with their sessions, places and tariffs. */
export function Programme({ catalog, content, mayChange }: ProgrammeProps) {
  const language = useLocale();
  const hrefOf: PartProps['hrefOf'] = (part, key) =>
    paths.staffSetupPart(language, catalog.id, part, key === undefined ? {} : { key });
  const part = { content, mayChange, hrefOf };
  return (
    <>
      <Events {...part} />
      <Tariffs {...part} />
      <Places {...part} />
    </>
  );
}

function Events({ content, mayChange, hrefOf }: PartProps) {
  const t = useTranslations('setup');
  const language = useLocale();
  const events = eventsOf(content);
  const now = new Date().toISOString();
  const timezone = catalogOf(content).timezone || undefined;
  const from = `${venueDay(now, timezone)}T${venueTime(now, timezone)}`;
  const columns = ['event', 'sessions', 'next', 'place', ...(mayChange ? (['write'] as const) : [])] as const;
  const next = ({ key }: EventView) => {
    const session = nextSession(sessionsOf(content, key), from);
    return session === null ? '–' : `${formatDay(session.day, language, 'short')}, ${session.time}`;
  };
  return (
    <Section id="events" title={t('events.title')}>
      {events.length === 0 ? null : (
        <DataTable
          caption={t('events.zone', { zone: catalogOf(content).timezone.replaceAll('_', ' ') })}
          columns={columns.map((name) => t(`columns.${name}`))}
          long={[t('columns.event'), t('columns.place')]}
          rows={events.map((event) => {
            const name = nameIn(content, event.name, language) || event.key;
            return {
              key: event.key,
              cells: [
                <Name key="name" name={name} href={mayChange ? hrefOf('event', event.key) : null} />,
                event.sessionCount,
                next(event),
                event.place?.name ?? '–',
                ...(mayChange
                  ? [
                      <Links key="links">
                        <RowLink
                          href={hrefOf('sessions', event.key)}
                          label={t('parts.sessions')}
                          about={name}
                        />
                        <RowLink href={hrefOf('series', event.key)} label={t('parts.series')} about={name} />
                      </Links>,
                    ]
                  : []),
              ],
            };
          })}
        />
      )}
      {mayChange ? <Add href={hrefOf('event')} label={t('events.add')} /> : null}
    </Section>
  );
}

function Tariffs({ content, mayChange, hrefOf }: PartProps) {
  const t = useTranslations('setup');
  const language = useLocale();
  const products = productsOf(content);
  const nameOfEvent = (key: string) => {
    const event = eventsOf(content).find((one) => one.key === key);
    return event === undefined ? key : nameIn(content, event.name, language) || key;
  };
  const columns = ['tariff', 'price', 'for', 'days', ...(mayChange ? (['write'] as const) : [])] as const;
  return (
    <Section id="tariffs" title={t('tariffs.title')}>
      {products.length === 0 ? null : (
        <DataTable
          caption=""
          columns={columns.map((name) => t(`columns.${name}`))}
          long={[t('columns.tariff'), t('columns.for')]}
          rows={products.map((product) => {
            const name = nameIn(content, product.name, language) || product.key;
            return {
              key: product.key,
              cells: [
                <Name key="name" name={name} href={mayChange ? hrefOf('tariff', product.key) : null} />,
                priceRange(product, language),
                product.events.map(({ key }) => nameOfEvent(key)).join(' + '),
                product.offerCount,
                ...(mayChange
                  ? [
                      <RowLink
                        key="prices"
                        href={hrefOf('prices', product.key)}
                        label={t('parts.prices')}
                        about={name}
                      />,
                    ]
                  : []),
              ],
            };
          })}
        />
      )}
      {mayChange && eventsOf(content).length > 0 ? (
        <Add href={hrefOf('tariff')} label={t('tariffs.add')} />
      ) : null}
    </Section>
  );
}

function priceRange({ lowest, highest }: ProductView, language: Language): string {
  if (lowest === null || highest === null) return '–';
  const from = formatAmount(lowest, language);
  return lowest === highest ? from : `${from} – ${formatAmount(highest, language)}`;
}

function Places({ content, mayChange, hrefOf }: PartProps) {
  const t = useTranslations('setup');
  const places = placesOf(content);
  if (places.length === 0) return null;
  return (
    <Section id="places" title={t('places.title')}>
      <DataTable
        caption=""
        columns={[t('columns.place'), t('columns.address'), t('columns.events')]}
        long={[t('columns.place'), t('columns.address')]}
        rows={places.map(({ place, events }) => ({
          key: `${place.name} ${place.address}`,
          cells: [
            <Name
              key="name"
              name={place.name}
              href={mayChange && events[0] !== undefined ? hrefOf('place', events[0]) : null}
            />,
            place.address,
            events.length,
          ],
        }))}
      />
    </Section>
  );
}

function Name({ name, href }: { readonly name: string; readonly href: string | null }) {
  return href === null ? name : <TextLink href={href}>{name}</TextLink>;
}

function Links({ children }: { readonly children: ReactNode }) {
  return <div className="inline-block">{children}</div>;
}

function Add({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <p className="pt-3">
      <ButtonLink href={href} variant="secondary">
        {label}
      </ButtonLink>
    </p>
  );
}
