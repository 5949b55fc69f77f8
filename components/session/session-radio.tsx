'use client';

import { useLiveness } from './live-availability';
import type { SessionChoice } from './session-choice';

/** `field`: its name in the form. */
export function SessionRadio(props: SessionChoice & { readonly field: string }) {
  const { field, id, time, dateTime, name, lang, initial, isChosen } = props;
  const { text, isSoldOut } = useLiveness(id, initial);
  const look = isSoldOut
    ? 'cursor-not-allowed border-dashed border-rule text-ink-soft'
    : 'border-edge hover:border-ink hover:bg-accent-soft has-checked:border-accent has-checked:bg-accent-soft ' +
      'has-checked:outline-2 has-checked:outline-accent has-focus-visible:outline-3 has-focus-visible:outline-ink';
  return (
    <label className={`flex min-h-14 items-center gap-3 rounded border px-3 py-2 ${look}`}>
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
        <span className="text-small">{text}</span>
      </span>
    </label>
  );
}
