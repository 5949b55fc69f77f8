'use client';

import { Link } from '../ui/link';
import { useLiveness } from './live-availability';
import type { SessionChoice } from './session-choice';
import { WaitLink } from './wait-link';

interface SessionTileProps extends SessionChoice {
  readonly href: string;
  /** The name stands above several tiles. */
  readonly isNamed: boolean;
  /** "Join the waiting list" */
  readonly wait: string;
}

export function SessionTile(props: SessionTileProps) {
  const { id, href, time, dateTime, name, lang, initial, isChosen, usual } = props;
  const { text, isSoldOut, canWait } = useLiveness(id, initial);
  const content = (
    <>
      <time
        dateTime={dateTime}
        className={`text-[1.25rem] leading-6 font-bold ${isSoldOut ? 'line-through' : ''}`}
      >
        {time}
      </time>
      {name === null ? null : (
        <span lang={lang} className={props.isNamed ? 'sr-only' : 'text-small leading-5'}>
          {name}
        </span>
      )}
      <span className={text === usual ? 'sr-only' : 'text-small'}>{text}</span>
    </>
  );
  const box = 'flex h-full min-h-16 flex-col justify-center rounded px-3 py-2';
  if (isSoldOut) {
    const look = isChosen ? 'border-2 border-accent' : 'border border-dashed border-rule';
    return (
      <div className={`${box} ${look} relative text-ink-soft`}>
        {content}
        {canWait ? <WaitLink {...props} scroll={false} isCurrent={isChosen} words={props.wait} /> : null}
      </div>
    );
  }
  const look = isChosen
    ? 'border-2 border-accent bg-accent text-on-accent'
    : 'border border-edge hover:border-ink hover:bg-accent-soft';
  return (
    // With scripts the page does not scroll: the panel beside, or the bar below, shows what was chosen.
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
