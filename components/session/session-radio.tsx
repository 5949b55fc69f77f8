'use client';

import type { ReactNode } from 'react';
import { useLiveness } from './live-availability';
import type { SessionChoice } from './session-choice';
import { WaitLink } from './wait-link';

interface SessionRadioProps extends SessionChoice {
  /** Its name in the form. */
  readonly field: string;
  /** "Join the waiting list" */
  readonly wait: string;
  /** The form for the waiting list; null: there is none. */
  readonly waitHref: string | null;
  /** Until when it can be bought, if that is before it begins. */
  readonly saleEnd: ReactNode;
}

export function SessionRadio(props: SessionRadioProps) {
  const { field, id, time, dateTime, name, lang, initial, isChosen, usual, wait, waitHref, saleEnd } = props;
  const { text, isSoldOut, canWait } = useLiveness(id, initial);
  const hasLink = canWait && waitHref !== null;
  const edge = 'rounded border';
  const soldOut = 'border-dashed border-rule text-ink-soft';
  const open =
    'border-edge hover:border-ink hover:bg-accent-soft has-checked:border-accent has-checked:bg-accent-soft ' +
    'has-checked:outline-2 has-checked:outline-accent has-focus-visible:outline-3 has-focus-visible:outline-ink';
  const look = isSoldOut ? `cursor-not-allowed ${hasLink ? '' : `${edge} ${soldOut}`}` : `${edge} ${open}`;
  const label = (
    <label className={`flex min-h-14 items-center gap-3 py-2 ${hasLink ? '' : 'px-3'} ${look}`}>
      <input
        type="radio"
        name={field}
        value={id}
        disabled={isSoldOut}
        defaultChecked={isChosen && !isSoldOut}
        className="h-5 w-5 flex-none accent-accent outline-none"
      />
      <span className="flex flex-col">
        <time
          dateTime={dateTime}
          className={`text-[1.1875rem] leading-6 font-bold ${isSoldOut ? 'line-through' : ''}`}
        >
          {time}
        </time>
        {name === null ? null : (
          <span lang={lang} className="text-small">
            {name}
          </span>
        )}
        <span className={text === usual ? 'sr-only' : 'text-small'}>{text}</span>
        {isSoldOut ? null : saleEnd}
      </span>
    </label>
  );
  // The input keeps its place among the elements, so that a choice outlives the change of the state.
  return (
    <div className={hasLink ? `relative px-3 ${edge} ${soldOut}` : 'contents'}>
      {label}
      {hasLink ? <WaitLink {...props} href={waitHref} words={wait} /> : null}
    </div>
  );
}
