'use client';

import { createContext, useContext, useId, useState, type ReactNode } from 'react';
import { Button } from '../ui/button';
import { controlClass } from '../ui/field';
import { type ChosenSessions, type SessionLimits, useSessionRoom } from './session-limits';

interface QuantityState {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly maximum: number;
  readonly totals: readonly string[];
}

const QuantityContext = createContext<QuantityState | null>(null);

function useQuantity(): QuantityState {
  const state = useContext(QuantityContext);
  if (state === null) throw new Error('outside of <Quantity>');
  return state;
}

interface QuantityProps {
  initial: string;
  totals: readonly string[];
  limits: SessionLimits;
  sessions: ChosenSessions;
  children: ReactNode;
}

/**
 * The quantity of an offer. `totals` are the formatted amounts for 1, 2, 3 … up to the maximum: money is
 * multiplied on the server, exactly.
 */
export function Quantity({ initial, totals, limits, sessions, children }: QuantityProps) {
  const [text, setText] = useState(initial);
  const { room: maximum, follow } = useSessionRoom(totals.length, limits, sessions);
  return (
    <QuantityContext value={{ text, setText, maximum, totals }}>
      <div onChange={follow}>{children}</div>
    </QuantityContext>
  );
}

const clamp = (value: number, maximum: number) => Math.min(Math.max(Math.round(value), 1), maximum);

function StepButton({ label, sign, by }: { label: string; sign: string; by: 1 | -1 }) {
  const { text, setText, maximum } = useQuantity();
  const number = Number.isFinite(Number(text)) ? Number(text) : 0;
  return (
    <Button
      variant="secondary"
      aria-label={label}
      className="needs-script min-w-target !px-0 text-lead"
      disabled={by < 0 ? number <= 1 : number >= maximum}
      onClick={() => setText(String(clamp(number + by, maximum)))}
    >
      <span aria-hidden="true">{sign}</span>
    </Button>
  );
}

interface QuantityFieldProps {
  readonly label: string;
  /** By the most that can be held: the first is for one. */
  readonly hints: readonly string[];
  readonly error: string | undefined;
  readonly fewer: string;
  readonly more: string;
}

/** A native number field; with scripts also a button for one less and a button for one more. */
export function QuantityField({ label, hints, error, fewer, more }: QuantityFieldProps) {
  const { text, setText, maximum } = useQuantity();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="block pb-1 font-bold">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <StepButton label={fewer} sign="−" by={-1} />
        <input
          id={id}
          name="quantity"
          type="number"
          inputMode="numeric"
          min={1}
          max={maximum}
          step={1}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}-hint${error === undefined ? '' : ` ${id}-error`}`}
          className={`${controlClass} !w-20 text-center text-lead font-bold`}
        />
        <StepButton label={more} sign="+" by={1} />
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} className="pt-2 text-small font-bold text-bad">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="pt-1 text-small text-ink-soft">
        {hints[maximum - 1]}
      </p>
    </div>
  );
}

/** It needs scripts to change; without them the next page shows the total. */
export function QuantityTotal({ label, className = '' }: { label: string; className?: string }) {
  const { text, totals } = useQuantity();
  const total = totals[Number(text) - 1];
  return (
    <p className={`needs-script flex items-baseline justify-between gap-4 ${className}`}>
      <span className="font-bold">{label}</span>
      <output className="text-heading font-extrabold">{total ?? '–'}</output>
    </p>
  );
}
