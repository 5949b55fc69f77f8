interface FillBarProps {
  readonly sold: number;
  readonly held: number;
  readonly capacity: number;
  /** The same as a text. */
  readonly text: string;
}

const percent = (part: number, of: number) => Math.min(100, of === 0 ? 100 : (part / of) * 100);

/** How full a session is: sold in full colour, held in a light one. */
export function FillBar({ sold, held, capacity, text }: FillBarProps) {
  return (
    <span className="inline-block w-40 max-w-full align-middle">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" className="block h-2 w-full" aria-hidden="true">
        <rect width="100" height="8" className="fill-rule" />
        <rect width={percent(sold + held, capacity)} height="8" className="fill-ink-soft" />
        <rect width={percent(sold, capacity)} height="8" className="fill-accent" />
      </svg>
      <span className="text-small">{text}</span>
    </span>
  );
}
