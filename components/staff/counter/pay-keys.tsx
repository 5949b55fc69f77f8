'use client';

import { useState, type KeyboardEvent } from 'react';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { useCounts } from '../../offer/type-quantities';
import { typedQuantity } from '../../offer/typed-quantity';
import { centsOf } from './typed-cents';

interface PayKeysProps {
  /** What the sale costs without what is chosen here, in whole cents. */
  readonly cartCents: number;
  /** In EUR, such as 50.00; the smallest first. */
  readonly notes: readonly string[];
  readonly language: string;
  readonly words: Readonly<
    Record<'given' | 'exact' | 'change' | 'missing' | 'terminal' | 'later' | 'total', string>
  >;
}

/** How many keys for notes are shown: those that come next above the total. */
const shownNotes = 3;

/** Keys that hold what is chosen and take the money for it. Without scripts they name no amounts. */
export function PayKeys({ cartCents, notes, language, words }: PayKeysProps) {
  const { types, textOf } = useCounts();
  const [given, setGiven] = useState('');
  const cents = types.reduce(
    (sum, { field, cents: one }) => sum + one * typedQuantity(textOf(field)),
    cartCents,
  );
  const money = (amount: number) =>
    new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(amount / 100);
  const over = (centsOf(given) ?? cents) - cents;
  const isShort = over < 0;
  const fitting = notes.filter((note) => Number(note) * 100 > cents).slice(0, shownNotes);
  const isEmpty = cents === 0;
  return (
    <div className="space-y-4 pt-4">
      {/* Enter in a field holds, and takes no money. */}
      <button type="submit" name="pay" value="later" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <p className="needs-script flex items-baseline justify-between gap-4">
        <span className="font-bold">{words.total}</span>
        <output className="tabular text-heading font-extrabold">{money(cents)}</output>
      </p>
      <div className="grid grid-cols-3 gap-2">
        <SubmitButton
          name="pay"
          value="cash"
          className="col-span-3"
          // Nothing is held while the amount is corrected; the line below it says what is missing.
          onClick={(event) => isShort && event.preventDefault()}
        >
          {words.exact}
          {isEmpty ? null : <span className="tabular"> {money(cents)}</span>}
        </SubmitButton>
        {fitting.map((note) => (
          <NoteKey
            key={note}
            note={note}
            change={isEmpty ? null : `${words.change} ${money(Number(note) * 100 - cents)}`}
            money={money}
          />
        ))}
        <SubmitButton name="pay" value="terminal" variant="secondary" className="col-span-3">
          {words.terminal}
        </SubmitButton>
      </div>
      <CashGiven
        label={words.given}
        given={given}
        onGiven={setGiven}
        said={
          centsOf(given) === null ? '' : `${isShort ? words.missing : words.change} ${money(Math.abs(over))}`
        }
      />
      <Button type="submit" name="pay" value="later" variant="quiet">
        {words.later}
      </Button>
    </div>
  );
}

interface CashGivenProps {
  readonly label: string;
  readonly given: string;
  readonly onGiven: (typed: string) => void;
  /** The change, or what is missing. */
  readonly said: string;
}

function CashGiven({ label, given, onGiven, said }: CashGivenProps) {
  return (
    <div>
      <Field
        name="given"
        label={label}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={given}
        onChange={(event) => onGiven(event.target.value)}
        onKeyDown={takeOnEnter}
      />
      <p id="change" aria-live="polite" className="tabular min-h-6 pt-1 font-bold">
        {said}
      </p>
    </div>
  );
}

interface NoteKeyProps {
  readonly note: string;
  /** In words; null: it is not known. */
  readonly change: string | null;
  readonly money: (cents: number) => string;
}

function NoteKey({ note, change, money }: NoteKeyProps) {
  return (
    <SubmitButton name="pay" value={note} variant="secondary" className="!flex-col !px-1">
      <span className="tabular">{money(Number(note) * 100).replace(/[.,]00/, '')}</span>
      {change === null ? null : <span className="tabular text-small font-normal">{change}</span>}
    </SubmitButton>
  );
}

/** Enter after the amount takes it. */
function takeOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const cash = event.currentTarget.form?.querySelector<HTMLButtonElement>('button[value="cash"]') ?? null;
  cash?.click();
}
