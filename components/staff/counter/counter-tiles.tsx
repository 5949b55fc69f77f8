import { useLocale, useTranslations } from 'next-intl';
import { numberFormat } from '@/lib/locale/formats';
import { paths, type Query } from '@/lib/locale/paths';
import { venueTime } from '@/lib/locale/venue-time';
import type { CounterCatalog, CounterTickets } from '@/lib/storefront/staff/counter/counter-day';
import type { CounterTile } from '@/lib/storefront/staff/counter/counter-tiles';
import { Link } from '../../ui/link';

/** So many are shown at once: those that begin next. */
const shownTiles = 12;

interface CounterTilesProps {
  readonly of: CounterCatalog;
  readonly chosen: CounterTickets | null;
  /** Of the page: its day, its catalogue, the open sale. */
  readonly query: Query<'date' | 'catalog' | 'sale'>;
}

/** What can be sold with one tap. */
export function CounterTiles({ of, chosen, query }: CounterTilesProps) {
  const t = useTranslations('counter.tiles');
  const tiles = of.tiles.map((tile) => ({
    tile,
    isChosen: chosen?.tile.eventId === tile.eventId && chosen.tile.sessionId === tile.sessionId,
  }));
  const list = (some: typeof tiles) => (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2">
      {some.map(({ tile, isChosen }) => (
        <li key={`${tile.eventId} ${tile.sessionId ?? ''}`}>
          <Tile tile={tile} isChosen={isChosen} catalog={of.catalog} query={query} />
        </li>
      ))}
    </ul>
  );
  const later = tiles.slice(shownTiles);
  return (
    <>
      {list(tiles.slice(0, shownTiles))}
      {later.length === 0 ? null : (
        <details open={later.some(({ isChosen }) => isChosen)} className="pt-2">
          <summary className="min-h-target cursor-pointer py-2 font-bold">
            {t('more', { count: later.length })}
          </summary>
          {list(later)}
        </details>
      )}
    </>
  );
}

interface TileProps extends Pick<CounterTilesProps, 'query'> {
  readonly tile: CounterTile;
  readonly isChosen: boolean;
  readonly catalog: CounterCatalog['catalog'];
}

function Tile({
  tile: { eventId, sessionId, name, occursAt, left, counterOnly },
  isChosen,
  catalog,
  query,
}: TileProps) {
  const t = useTranslations('counter.tiles');
  const today = useTranslations('today');
  const language = useLocale();
  const look = isChosen ? 'border-accent bg-paper-deep' : 'border-edge';
  return (
    <Link
      href={paths.staffCounter(language, { ...query, event: eventId, session: sessionId ?? undefined })}
      aria-current={isChosen ? 'true' : undefined}
      className={`block h-full rounded border-2 px-3 py-2 no-underline ${look} ${left === 0 ? 'text-ink-soft' : ''}`}
    >
      <span className="tabular block text-lead font-bold">
        {occursAt === null ? today('anyTime') : venueTime(occursAt, catalog.timezone)}
      </span>
      <span lang={catalog.lang} className="block leading-5">
        {name}
      </span>
      <span className="tabular block text-small text-ink-soft">
        {left === null
          ? t('unlimited')
          : t('left', { count: left, number: numberFormat(language).format(left) })}
      </span>
      {counterOnly === 0 ? null : (
        <span className="tabular block text-small text-ink-soft">
          {today('counterOnly', { count: counterOnly })}
        </span>
      )}
    </Link>
  );
}
