'use client';

import { createContext, useContext, useId, useState, type ReactNode } from 'react';
import { FieldError } from '../ui/field';
import { NumberStepper } from './number-stepper';
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

interface QuantityFieldProps {
  readonly label: string;
  /** By the most that can be held: the first is for one. */
  readonly hints: readonly string[];
  readonly error: string | undefined;
  readonly fewer: string;
  readonly more: string;
}

/** How many are wanted of an offer, and the most that can be. */
export function QuantityField({ label, hints, error, fewer, more }: QuantityFieldProps) {
  const { text, setText, maximum } = useQuantity();
  const id = useId();
  const number = Number.isFinite(Number(text)) ? Number(text) : 0;
  const step = (by: 1 | -1) => setText(String(clamp(number + by, maximum)));
  return (
    <div>
      <label htmlFor={id} className="block pb-1 font-bold">
        {label}
      </label>
      <NumberStepper
        id={id}
        text={text}
        name="quantity"
        min={1}
        max={maximum}
        onText={setText}
        isWrong={error !== undefined}
        describedBy={`${id}-hint${error === undefined ? '' : ` ${id}-error`}`}
        fewer={{ label: fewer, isDisabled: number <= 1, onStep: () => step(-1) }}
        more={{ label: more, isDisabled: number >= maximum, onStep: () => step(1) }}
      />
      <FieldError id={id} error={error} />
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
