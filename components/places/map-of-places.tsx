import { useLocale, useTranslations } from 'next-intl';
import type { PlaceMapView, PlacesPage } from '@/lib/storefront/shop/places/places';
import { listFormat } from '@/lib/locale/formats';

interface DrawingProps {
  readonly map: PlaceMapView;
  readonly title: string;
  readonly className: string;
}

/** Squares as long as the scale, so that distances can be seen anywhere on the map. */
function Squares({ map }: Pick<DrawingProps, 'map'>) {
  const { width, height, scale } = map;
  if (scale === null) return null;
  const lines = (length: number) =>
    Array.from({ length: Math.floor(length / scale.length) }, (_, index) => (index + 0.5) * scale.length);
  const path = [
    ...lines(width).map((x) => `M${x.toFixed(1)} 0V${height}`),
    ...lines(height).map((y) => `M0 ${y.toFixed(1)}H${width}`),
  ];
  return <path d={path.join('')} className="fill-none stroke-rule" strokeWidth="1" />;
}

function North({ map }: Pick<DrawingProps, 'map'>) {
  return (
    <g transform={`translate(${map.width - 18} 16)`} className="fill-ink-soft">
      <path d="M0 -10 L5 4 L0 1 L-5 4 Z" />
      <text y="17" textAnchor="middle" fontSize="11" fontWeight="700">
        N
      </text>
    </g>
  );
}

function Scale({ map }: Pick<DrawingProps, 'map'>) {
  const { height, scale } = map;
  if (scale === null) return null;
  return (
    <g transform={`translate(10 ${height - 10})`}>
      <path
        d={`M0 -5V0H${scale.length.toFixed(1)}V-5`}
        className="fill-none stroke-ink-soft"
        strokeWidth="1.5"
      />
      <text x="5" y="-5" fontSize="11" fontWeight="600" className="fill-ink-soft">
        {scale.text}
      </text>
    </g>
  );
}

/** Where the visitor measures from. */
function From({ map }: Pick<DrawingProps, 'map'>) {
  if (map.from === null) return null;
  const { x, y } = map.from;
  return (
    <g transform={`translate(${x} ${y})`} className="fill-none stroke-ink" strokeWidth="2">
      <circle r="7" className="fill-paper" />
      <path d="M-12 0H12M0 -12V12" />
    </g>
  );
}

const reach = { phone: 22, desktop: 17 };

interface MarkerProps {
  readonly marker: PlaceMapView['markers'][number];
  /** Half of the side of what can be touched. */
  readonly reach: number;
}

function Marker({ marker, reach: half }: MarkerProps) {
  const t = useTranslations('search.places');
  const language = useLocale();
  const { x, y, number, count, names, href } = marker;
  const name = listFormat(language).format(
    count > names.length ? [...names, t('others', { count: count - names.length })] : names,
  );
  // A count must not look like the number of a place.
  const label = number === null ? `×${count}` : String(number);
  return (
    <a
      href={href}
      // What it leads to is no page for search engines.
      rel={number === null ? 'nofollow' : undefined}
      aria-label={number === null ? t('cluster', { count, name }) : t('marker', { number, name })}
      className="group/marker outline-none"
    >
      <g transform={`translate(${x} ${y})`}>
        <title>{name}</title>
        <rect x={-half} y={-half} width={2 * half} height={2 * half} className="fill-transparent" />
        <rect
          x={-20}
          y={-17}
          width={40}
          height={34}
          rx={3}
          className="fill-transparent stroke-transparent group-hover/marker:stroke-ink group-focus-visible/marker:fill-paper group-focus-visible/marker:stroke-ink"
          strokeWidth="3"
        />
        <g className="stroke-paper" strokeWidth="3">
          {number === null ? (
            <rect x="-17" y="-14" width="34" height="28" rx="2" className="fill-ink" />
          ) : (
            <circle r="14" className="fill-accent" />
          )}
        </g>
        <text
          y="4.5"
          textAnchor="middle"
          fontSize={label.length > 3 ? 11 : 13}
          fontWeight="700"
          className={number === null ? 'fill-paper' : 'fill-on-accent'}
        >
          {label}
        </text>
      </g>
    </a>
  );
}

function Drawing({ map, title, className, ...props }: DrawingProps & { readonly half: number }) {
  return (
    <svg
      viewBox={`0 0 ${map.width} ${map.height}`}
      role="group"
      aria-label={title}
      className={`h-auto w-full border border-rule bg-paper-deep font-sans ${className}`}
    >
      <g aria-hidden="true">
        <Squares map={map} />
        <Scale map={map} />
        <North map={map} />
        <From map={map} />
      </g>
      {map.markers.map((marker) => (
        <Marker key={`${marker.x} ${marker.y}`} marker={marker} reach={props.half} />
      ))}
    </svg>
  );
}

/** What the signs mean, of those that the map has. */
function Legend({ map }: Pick<DrawingProps, 'map'>) {
  const t = useTranslations('search.places');
  const hasOne = map.markers.some(({ number }) => number !== null);
  const hasSeveral = map.markers.some(({ number }) => number === null);
  const sign = 'mr-2 inline-block size-3.5 shrink-0 translate-y-0.5';
  return (
    <ul className="pt-2 text-small text-ink-soft">
      {hasOne ? (
        <li className="flex">
          <span aria-hidden="true" className={`${sign} rounded-full bg-accent`} />
          {t('legendPlace')}
        </li>
      ) : null}
      {hasSeveral ? (
        <li className="flex">
          <span aria-hidden="true" className={`${sign} bg-ink`} />
          {t('legendCluster')}
        </li>
      ) : null}
      {map.from === null ? null : (
        <li className="flex">
          <span aria-hidden="true" className={`${sign} rounded-full border-2 border-ink`} />
          {t('legendFrom')}
        </li>
      )}
    </ul>
  );
}

/** Places that are not on the map, because it would show nothing else. */
function Outside({ map }: Pick<DrawingProps, 'map'>) {
  const t = useTranslations('search.places');
  const more = map.outsideCount - map.outside.length;
  if (map.outsideCount === 0) return null;
  return (
    <p className="text-small text-ink-soft">
      {t('far')}{' '}
      {map.outside.map(({ number, name, href }, index) => (
        <span key={number}>
          {index === 0 ? '' : ', '}
          <a href={href} className="underline">
            {t('marker', { number, name })}
          </a>
        </span>
      ))}
      {more === 0 ? '' : `, ${t('others', { count: more })}`}
    </p>
  );
}

/**
 * The places as a drawing without a ground: nothing of it comes from anyone else. Its links are plain ones, which also lead
 * to an entry on this page.
 */
export function MapOfPlaces({ maps, from }: Pick<PlacesPage, 'maps' | 'from'>) {
  const t = useTranslations('search.places');
  if (maps === null) return null;
  const title = from.kind === 'position' ? t('mapNear') : t('map', { count: maps.count });
  const drawings = [
    { map: maps.phone, half: reach.phone, shown: 'sm:hidden' },
    { map: maps.desktop, half: reach.desktop, shown: 'max-sm:hidden' },
  ];
  return (
    <>
      <a
        href="#places"
        className="sr-only bg-ink px-4 py-3 font-bold text-paper focus:not-sr-only focus:absolute focus:z-10"
      >
        {t('skipMap')}
      </a>
      {drawings.map(({ map, half, shown }) => (
        <div key={shown} className={shown}>
          <Drawing map={map} half={half} title={title} className="" />
          <Legend map={map} />
          <Outside map={map} />
        </div>
      ))}
    </>
  );
}
