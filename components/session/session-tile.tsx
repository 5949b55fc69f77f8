'use client';

import { Link } from '../ui/link';
import { useLiveness, type Liveness } from './live-availability';

export interface SessionTileProps {
  readonly id: string;
  readonly href: string;
  /** "10:00" */
  readonly time: string;
  /** The moment, for machines. */
  readonly dateTime: string;
  readonly name: string | null;
  readonly lang: string | undefined;
  readonly initial: Liveness;
  readonly isChosen: boolean;
}

/** A session to choose: its time and what is left. Sold out, it is no longer a link. */
export function SessionTile({ id, href, time, dateTime, name, lang, initial, isChosen }: SessionTileProps) {
  const { text, isSoldOut } = useLiveness(id, initial);
  const content = (
    <>
      <time
        dateTime={dateTime}
        className={`text-[1.25rem] leading-6 font-bold ${isSoldOut ? 'line-through' : ''}`}
      >
        {time}
      </time>
      {name === null ? null : (
        <span lang={lang} className="text-small leading-5">
          {name}
        </span>
      )}
      <span className="text-small">{text}</span>
    </>
  );
  const box = 'flex h-full min-h-16 flex-col justify-center rounded px-3 py-2';
  if (isSoldOut)
    return <div className={`${box} border border-dashed border-rule text-ink-soft`}>{content}</div>;
  const look = isChosen
    ? 'border-2 border-accent bg-accent text-on-accent'
    : 'border border-edge hover:border-ink hover:bg-accent-soft';
  return (
    // With scripts nothing moves: the panel beside, or the bar below, tells what was chosen.
    <Link
      href={href}
      scroll={false}
      aria-current={isChosen ? 'true' : undefined}
      className={`${box} ${look} no-underline`}
    >
      {content}
    </Link>
  );
}
