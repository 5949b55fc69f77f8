import { useLocale, useTranslations } from 'next-intl';
import { type PlanSeat, type SeatPlan as Plan, seatsOfPlan } from '@/lib/contract/seat';
import { formatAmount } from '@/lib/money/money';
import type { SeatView, ZonePrices } from '@/lib/storefront/shop/seat/seat-view';
import { zoneLook } from './zone-look';

/** Pixels of a distance of 1, and of a seat: a finger finds 28. */
const scale = 32;
const side = 28;
const margin = 48;

export const wheelchairSign = '♿\uFE0E';

type Shown = NonNullable<SeatView['shown']>;

interface PlanProps extends Pick<Shown, 'plan' | 'taken' | 'zones'> {
  readonly marked: ReadonlySet<string>;
  /** The name of the field of each seat. */
  readonly field: string;
  readonly lang: string | undefined;
}

/** Where the plan's coordinates are in the picture. */
function frameOf(plan: Plan) {
  const seats = seatsOfPlan(plan);
  const [xs, ys] = [
    [...seats.map(({ x }) => x), plan.stage.x],
    [...seats.map(({ y }) => y), plan.stage.y],
  ];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    width: Math.ceil((Math.max(...xs) - left) * scale + 2 * margin),
    height: Math.ceil((Math.max(...ys) - top) * scale + 2 * margin),
    x: (value: number) => Math.round((value - left) * scale + margin),
    y: (value: number) => Math.round((value - top) * scale + margin),
  };
}

type Frame = ReturnType<typeof frameOf>;

interface SeatProps extends Omit<PlanProps, 'plan'> {
  readonly seat: PlanSeat;
  readonly row: string;
  readonly frame: Frame;
  /** The same for all seats of a row. */
  readonly rowKey: string;
}

function useLabel({ seat, row, zones }: Pick<SeatProps, 'seat' | 'row' | 'zones'>): string {
  const t = useTranslations('shop.seats');
  const language = useLocale();
  const zone = zones.find(({ key }) => key === seat.zone);
  return [
    t('seat', { row, number: seat.number, zone: zone?.name ?? seat.zone }),
    priceText(zone, language, (price) => t('fromPrice', { price })),
    seat.wheelchair ? t('wheelchair') : '',
    seat.companionOf === null ? '' : t('companion', { number: seat.companionOf.split('/').at(-1) ?? '' }),
    seat.restrictedView ? t('restricted') : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function priceText(
  zone: ZonePrices | undefined,
  language: ReturnType<typeof useLocale>,
  from: (price: string) => string,
): string {
  if (zone === undefined || zone.least === null) return '';
  const price = formatAmount(zone.least, language);
  return zone.prices.length > 1 ? from(price) : price;
}

/** A free seat as a field, a taken one as a cross. */
function Seat(props: SeatProps) {
  const { seat, rowKey, frame, taken, zones, marked, field } = props;
  const label = useLabel(props);
  const [x, y] = [frame.x(seat.x), frame.y(seat.y)];
  if (taken.has(seat.name)) {
    return (
      <path
        d={`M${x - 6} ${y - 6}l12 12m0 -12l-12 12`}
        className="fill-none stroke-edge stroke-2"
        aria-hidden="true"
      />
    );
  }
  const look = zoneLook(zones.findIndex(({ key }) => key === seat.zone));
  return (
    <g className="group/seat">
      <foreignObject x={x - side / 2} y={y - side / 2} width={side} height={side}>
        <input
          type="checkbox"
          name={field}
          value={seat.name}
          defaultChecked={marked.has(seat.name)}
          aria-label={label}
          title={label}
          data-row={rowKey}
          data-zone={seat.zone}
          className={`m-0 block size-7 cursor-pointer appearance-none outline-offset-0 checked:bg-ink hover:bg-accent-soft hover:checked:bg-ink focus-visible:outline-3 focus-visible:outline-accent ${look} ${seat.restrictedView ? 'border-dashed' : ''}`}
        />
      </foreignObject>
      <text
        x={x}
        y={y + (seat.wheelchair ? 6 : 4)}
        textAnchor="middle"
        aria-hidden="true"
        className={`pointer-events-none fill-ink font-bold group-has-checked/seat:fill-paper ${seat.wheelchair ? 'text-[18px]' : 'text-[11px]'}`}
      >
        {seat.wheelchair ? wheelchairSign : `${seat.companionOf === null ? '' : '+'}${seat.number}`}
      </text>
    </g>
  );
}

function Stage({ plan, frame, words }: { plan: Plan; frame: Frame; words: string }) {
  const [x, y] = [frame.x(plan.stage.x), frame.y(plan.stage.y)];
  return (
    <g aria-hidden="true">
      <path d={`M${x - 160} ${y - 12}q160 28 320 0v-24h-320z`} className="fill-ink" />
      <text x={x} y={y - 12} textAnchor="middle" className="fill-paper text-[14px] font-bold">
        {words}
      </text>
    </g>
  );
}

/** Above its first row. */
function SectionName({ section, frame }: { section: Plan['sections'][number]; frame: Frame }) {
  const seats = section.rows[0]?.seats ?? [];
  if (seats.length === 0) return null;
  const xs = seats.map(({ x }) => x);
  return (
    <text
      x={frame.x((Math.min(...xs) + Math.max(...xs)) / 2)}
      y={frame.y(Math.min(...seats.map(({ y }) => y))) - 26}
      textAnchor="middle"
      aria-hidden="true"
      className="fill-ink text-[15px] font-bold"
    >
      {section.name}
    </text>
  );
}

type Section = Plan['sections'][number];

interface RowProps extends Omit<PlanProps, 'plan'> {
  readonly section: Section;
  readonly row: Section['rows'][number];
  readonly frame: Frame;
  /** Before the row's own name in words, where there are several sections. */
  readonly sectionWords: string;
}

/** The seats of a row between its names. */
function Row({ section, row, sectionWords, ...props }: RowProps) {
  const t = useTranslations('shop.seats');
  const { frame, taken } = props;
  const rowKey = `${section.key}/${row.name}`;
  const free = row.seats.filter(({ name }) => !taken.has(name)).length;
  const [first] = row.seats;
  const last = row.seats.at(-1);
  return (
    <g
      role="group"
      aria-label={t('rowFree', { row: row.name, count: free })}
      data-words={`${sectionWords}${t('row', { row: row.name })}`}
    >
      {[first, last].map((end, i) =>
        end === undefined ? null : (
          <text
            key={i}
            x={frame.x(end.x) + (i === 0 ? -26 : 26)}
            y={frame.y(end.y) + 4}
            textAnchor="middle"
            aria-hidden="true"
            className="fill-ink-soft text-[12px]"
          >
            {row.name}
          </text>
        ),
      )}
      {row.seats.map((seat) => (
        <Seat key={seat.name} {...props} seat={seat} row={row.name} rowKey={rowKey} />
      ))}
    </g>
  );
}

/** The house with its free seats, as a picture that is a list of fields by section and row. */
export function SeatPlan({ plan, ...props }: PlanProps) {
  const t = useTranslations('shop.seats');
  const frame = frameOf(plan);
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      width={frame.width}
      height={frame.height}
      role="group"
      aria-label={plan.name}
      data-seats=""
      className="mx-auto block max-w-none group-has-[#seats-whole:checked]/seats:h-auto group-has-[#seats-whole:checked]/seats:max-w-full group-has-[#seats-large:checked]/seats:[zoom:1.5]"
    >
      <Stage plan={plan} frame={frame} words={t('stage')} />
      {plan.sections.map((section) => (
        <g key={section.key} role="group" aria-label={section.name} lang={props.lang}>
          <SectionName section={section} frame={frame} />
          {section.rows.map((row) => (
            <Row
              key={row.name}
              {...props}
              section={section}
              row={row}
              frame={frame}
              sectionWords={plan.sections.length === 1 ? '' : `${section.name} · `}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}
