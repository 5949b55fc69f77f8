'use client';

import { createContext, useContext, useId, useState, type ReactNode } from 'react';
import { buttonClass } from '../ui/button';
import { FieldError } from '../ui/field';
import { SubmitButton } from '../ui/submit-button';
import { stepped } from '@/lib/shop/rules/quantity-limits';
import { NumberStepper } from './number-stepper';
import { type ChosenSessions, type SessionLimits, useSessionRoom } from './session-limits';
import { typedQuantity } from './typed-quantity';

/** A type of ticket in the form. */
interface CountedType {
  /** The name of its field. */
  readonly field: string;
  readonly initial: string;
  readonly maximum: number;
  /** The smallest number that is not 0; 1 if it is left out. */
  readonly minimum?: number;
  /** Its price in whole cents. */
  readonly cents: number;
}

/** What follows the form's numbers, or changes them. */
interface Counts {
  readonly types: readonly CountedType[];
  readonly textOf: (field: string) => string;
  readonly setText: (field: string, text: string) => void;
  /** The most of all types together: they are for the same sessions. */
  readonly room: number;
  /** Null before anything was changed: then the total of the page is right. */
  readonly total: string | null;
  /** The chosen ones, if they are chosen in the form. */
  readonly sessions: ChosenSessions;
  /** The seats that are marked, in words. */
  readonly seats: string;
  readonly setSeats: (words: string) => void;
}

const CountsContext = createContext<Counts | null>(null);

export function useCounts(): Counts {
  const counts = useContext(CountsContext);
  if (counts === null) throw new Error('outside of <TypeQuantities>');
  return counts;
}

interface TypeQuantitiesProps {
  readonly types: readonly CountedType[];
  readonly limits: SessionLimits;
  readonly sessions: ChosenSessions;
  readonly language: string;
  readonly children: ReactNode;
}

/** How many of each type of ticket, which are held together. */
export function TypeQuantities({ types, limits, sessions, language, children }: TypeQuantitiesProps) {
  const { room, chosen, follow } = useSessionRoom(Infinity, limits, sessions);
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const [seats, setSeats] = useState('');
  const textOf = (field: string) =>
    changed[field] ?? types.find((type) => type.field === field)?.initial ?? '0';
  const cents = types.reduce((sum, type) => sum + type.cents * typedQuantity(textOf(type.field)), 0);
  // Whole cents are exact, and so is their text; a browser may write a currency in another way than the server did.
  const total =
    Object.keys(changed).length === 0
      ? null
      : new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(cents / 100);
  const setText = (field: string, text: string) => setChanged((before) => ({ ...before, [field]: text }));
  return (
    <CountsContext value={{ types, textOf, setText, room, total, sessions: chosen, seats, setSeats }}>
      <div onChange={follow}>{children}</div>
    </CountsContext>
  );
}

interface TypeFieldProps {
  readonly field: string;
  readonly fewer: string;
  readonly more: string;
  readonly name: string;
  /** With what the name begins that stands above the form already: it is only read out. */
  readonly known: string;
  /** The language of the name, if it is not the page's. */
  readonly lang: string | undefined;
  readonly about: ReactNode;
  readonly min: number;
  /** The notice above the form says why. */
  readonly isRefused: boolean;
  readonly error: string | undefined;
}

/** The row of one type: its name and price, and how many. */
export function TypeField(props: TypeFieldProps) {
  const { field, fewer, more, name, known, lang, about, min, isRefused, error } = props;
  const { types, textOf, setText, room } = useCounts();
  const id = useId();
  const countOf = (type: string) => typedQuantity(textOf(type));
  const others = types.reduce((sum, type) => (type.field === field ? sum : sum + countOf(type.field)), 0);
  const own = types.find((type) => type.field === field);
  const maximum = Math.min(own?.maximum ?? 0, room);
  const text = textOf(field);
  const count = countOf(field);
  const shownName = (
    <>
      {known === '' ? null : <span className="sr-only">{known}</span>}
      {name.slice(known.length)}
    </>
  );
  const minimum = own?.minimum ?? 1;
  const step = (by: 1 | -1) =>
    setText(field, String(Math.min(stepped(count, by, { minimum, least: min }), maximum)));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-rule py-3">
      <div className="min-w-24 flex-1">
        {maximum === 0 ? (
          <p lang={lang} className="font-bold">
            {shownName}
          </p>
        ) : (
          <label htmlFor={id} lang={lang} className="block font-bold">
            {shownName}
          </label>
        )}
        <p id={`${id}-about`} className="text-small">
          {about}
        </p>
      </div>
      {maximum === 0 ? null : (
        <NumberStepper
          id={id}
          text={text}
          name={field}
          min={min}
          max={maximum}
          isWrong={isRefused || error !== undefined}
          onText={(typed) => setText(field, typed)}
          describedBy={[`${id}-about`, isRefused ? 'problem' : '', error === undefined ? '' : `${id}-error`]
            .filter((name) => name !== '')
            .join(' ')}
          fewer={{ label: `${name}: ${fewer}`, isDisabled: count <= min, onStep: () => step(-1) }}
          more={{
            label: `${name}: ${more}`,
            isDisabled: Math.max(count + 1, minimum) > Math.min(maximum, room - others),
            onStep: () => step(1),
          }}
        />
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}

/** `hints`: by the most that the chosen sessions have room for, the first for one; `usual`: where that is no limit. */
export function TypesHint({ hints, usual }: { hints: readonly string[]; usual: string }) {
  const { room } = useCounts();
  return hints[room - 1] ?? usual;
}

interface TypesTotalProps {
  readonly label: string;
  /** Of the quantities at first; null: there are none, and no total. */
  readonly initial: string | null;
  readonly className?: string;
}

/** It needs scripts to change; without them the next page shows the total. */
export function TypesTotal({ label, initial, className = '' }: TypesTotalProps) {
  const { total } = useCounts();
  if (total === null && initial === null) return null;
  return (
    <p className={`needs-script flex items-baseline justify-between gap-4 ${className}`}>
      <span className="font-bold">{label}</span>
      <output className="text-heading font-extrabold">{total ?? initial}</output>
    </p>
  );
}

interface HoldButtonProps {
  readonly children: ReactNode;
  /** What it says while nothing is chosen, if the form begins so; it then leads to the numbers. */
  readonly choose: string | null;
  readonly className?: string;
}

/** The button that holds. */
export function HoldButton({ children, choose, className = '' }: HoldButtonProps) {
  const { types, textOf } = useCounts();
  const isEmpty = choose !== null && types.every(({ field }) => typedQuantity(textOf(field)) === 0);
  return (
    <>
      {isEmpty ? (
        <a href="#tickets" className={buttonClass('primary', `needs-script ${className}`)}>
          {choose}
        </a>
      ) : null}
      {/* Without scripts it is not known what is chosen. */}
      <SubmitButton className={`${isEmpty ? 'without-script' : ''} ${className}`}>{children}</SubmitButton>
    </>
  );
}
