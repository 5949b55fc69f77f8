import { scaleBand, scaleLinear } from 'd3-scale';
import { useLocale } from 'next-intl';
import { numberFormat } from '@/lib/locale/formats';

/** Amounts in EUR; `other` is drawn on top of `net`. */
export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly net: number;
  readonly other: number;
}

interface ChartProps {
  /** Says what it shows; the figures are in the table after it. */
  readonly label: string;
  readonly bars: readonly Bar[];
}

const width = 720;
const height = 240;
// On the right there is half a label of the last day.
const margin = { top: 12, right: 36, bottom: 28, left: 64 };

const lengthOf = ({ net, other }: Bar): number => Math.max(net, 0) + Math.max(other, 0);

/** Where an amount below 0 is drawn: a day can have more refunds than sales. */
const below = ({ net }: Bar): number => Math.min(net, 0);

/** `rounded`: "€1.2K", for a scale. */
function useAmounts({ rounded }: { rounded: boolean }) {
  const language = useLocale();
  const euros = { style: 'currency', currency: 'EUR' } as const;
  const short = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const;
  const format = numberFormat(language, rounded ? { ...euros, ...short } : euros);
  return (amount: number) => format.format(amount);
}

interface Tick {
  readonly at: number;
  readonly y: number;
  readonly label: string;
}

function ScaleLines({ ticks }: { ticks: readonly Tick[] }) {
  return ticks.map(({ at, y }) => (
    <line
      key={at}
      x1={margin.left}
      x2={width - margin.right}
      y1={y}
      y2={y}
      className={at === 0 ? 'stroke-ink' : 'stroke-rule'}
    />
  ));
}

/**
 * Above the chart, at the left edge of what is visible of it: as wide as its margin, so in the same proportion. A screen that
 * is low is wide enough for the whole chart.
 */
function Scale({ ticks }: { ticks: readonly Tick[] }) {
  return (
    <svg
      viewBox={`0 0 ${margin.left} ${height}`}
      width={`${(margin.left / width) * 100}%`}
      className="left-0 [grid-area:1/1] tall:sticky"
      aria-hidden="true"
    >
      {/* The dates below may pass under it. */}
      <rect width={margin.left} height={height - margin.bottom + 2} className="fill-paper" />
      {ticks.map(({ at, y, label }) => (
        <text
          key={at}
          x={margin.left - 8}
          y={y + 4}
          textAnchor="end"
          className="fill-ink-soft text-[0.75rem]"
        >
          {label}
        </text>
      ))}
    </svg>
  );
}

/** One bar for each day, with a scale of amounts. It is wider than a phone, so it scrolls under its scale, and begins at the last days. */
export function DayChart({ label, bars }: ChartProps) {
  const amountText = useAmounts({ rounded: true });
  const x = scaleBand(
    bars.map(({ key }) => key),
    [margin.left, width - margin.right],
  ).padding(bars.length > 120 ? 0 : 0.2);
  const y = scaleLinear(
    [Math.min(0, ...bars.map(below)), Math.max(1, ...bars.map(lengthOf))],
    [height - margin.bottom, margin.top],
  ).nice(4);
  const column = ({ key }: Bar) => ({ x: x(key), width: x.bandwidth() });
  const between = (one: number, other: number) => ({
    y: y(Math.max(one, other)),
    height: Math.abs(y(one) - y(other)),
  });
  const every = Math.ceil(bars.length / 7);
  const ticks = y.ticks(4).map((at) => ({ at, y: y(at), label: amountText(at) }));
  return (
    <div className="overflow-x-auto [direction:rtl]" tabIndex={0} role="group" aria-label={label}>
      <div className="grid min-w-[36rem] [direction:ltr]">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          className="w-full [grid-area:1/1]"
          role="img"
          aria-label={label}
        >
          <ScaleLines ticks={ticks} />
          {bars.map((bar, index) => (
            <g key={bar.key}>
              <rect {...column(bar)} {...between(0, bar.net)} className="fill-accent" />
              <rect
                {...column(bar)}
                {...between(Math.max(bar.net, 0), lengthOf(bar))}
                className="fill-paper stroke-accent"
              />
              {index % every === 0 ? (
                <text
                  x={(x(bar.key) ?? 0) + x.bandwidth() / 2}
                  y={height - 8}
                  textAnchor="middle"
                  className="fill-ink-soft text-[0.75rem]"
                >
                  {bar.label}
                </text>
              ) : null}
            </g>
          ))}
        </svg>
        <Scale ticks={ticks} />
      </div>
    </div>
  );
}

const listWidth = 480;
const rowHeight = 44;

/** One bar under each name, the longest first; on a phone as wide as the page. */
export function NameChart({ label, bars }: ChartProps) {
  const amountText = useAmounts({ rounded: false });
  const x = scaleLinear([0, Math.max(1, ...bars.map(lengthOf))], [0, listWidth - 96]);
  return (
    <svg
      viewBox={`0 0 ${listWidth} ${Math.max(1, bars.length) * rowHeight}`}
      className="w-full max-w-[40rem]"
      role="img"
      aria-label={label}
    >
      {bars.map((bar, index) => {
        const top = index * rowHeight;
        const [net, end] = [x(Math.max(bar.net, 0)), x(lengthOf(bar))];
        return (
          <g key={bar.key}>
            <text x={0} y={top + 15} className="fill-ink text-[0.9rem]">
              {bar.label.length > 48 ? `${bar.label.slice(0, 47)}…` : bar.label}
            </text>
            <rect x={0} y={top + 22} width={net} height={14} className="fill-accent" />
            <rect x={net} y={top + 22} width={end - net} height={14} className="fill-paper stroke-accent" />
            <text x={end + 8} y={top + 34} className="fill-ink-soft text-[0.8rem]">
              {amountText(bar.net)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
