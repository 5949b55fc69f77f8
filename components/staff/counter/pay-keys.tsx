'use client';

import { useState, useSyncExternalStore, type ComponentProps, type KeyboardEvent } from 'react';
import { typedText } from '@/lib/contract/typed-text';
import { Field } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { useCounts } from '../../offer/type-quantities';
import { typedQuantity } from '../../offer/typed-quantity';
import { centsOf } from './typed-cents';

/** Earlier tickets that pay for what is chosen. */
interface EarlierTickets {
  /** What was paid for them, in whole cents. */
  readonly cents: number;
  /** What is left of it goes back at the counter: the key says how. */
  readonly isAtCounter: boolean;
}

interface PayKeysProps {
  /** What the sale costs without what is chosen here, in whole cents; null: nothing else is in it. */
  readonly cartCents: number | null;
  /** Null: nothing is exchanged. */
  readonly exchange: EarlierTickets | null;
  /** In EUR, such as 50.00; the smallest first. */
  readonly notes: readonly string[];
  readonly language: string;
  readonly words: Readonly<
    Record<
      | 'given'
      | 'exact'
      | 'change'
      | 'missing'
      | 'notAmount'
      | 'terminal'
      | 'later'
      | 'total'
      | 'earlier'
      | 'due'
      | 'back'
      | 'backCash'
      | 'backTerminal'
      | 'exchange'
      | 'byProvider',
      string
    >
  >;
}

/** How many keys for notes are shown: those that come next above the total. */
const shownNotes = 3;

/** Keys that hold what is chosen and take the money for it. Without scripts they name no amounts. */
export function PayKeys(props: PayKeysProps) {
  const { cartCents, exchange, language, words } = props;
  const { types, textOf } = useCounts();
  const total = types.reduce(
    (sum, { field, cents: one }) => sum + one * typedQuantity(textOf(field)),
    cartCents ?? 0,
  );
  const isNothing = cartCents === null && types.every(({ field }) => typedQuantity(textOf(field)) === 0);
  const money = (amount: number) =>
    new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(amount / 100);
  const balance = total - (exchange?.cents ?? 0);
  return (
    <div className="space-y-4 pt-4">
      {/* Enter in a field holds, and takes no money. */}
      <button type="submit" name="pay" value="later" tabIndex={-1} aria-hidden="true" className="sr-only" />
      {exchange === null ? null : (
        <>
          {/* What the keys say; without scripts what they said at first. */}
          <input type="hidden" name="balance" value={(balance / 100).toFixed(2)} />
          <p className="needs-script flex items-baseline justify-between gap-4">
            <span>{words.earlier}</span> <span className="tabular">{money(-exchange.cents)}</span>
          </p>
        </>
      )}
      <p className="needs-script flex items-baseline justify-between gap-4">
        <span className="font-bold">
          {exchange === null ? words.total : balance < 0 ? words.back : words.due}
        </span>
        <output className="tabular text-heading font-extrabold">{money(Math.abs(balance))}</output>
      </p>
      {exchange === null || balance > 0 ? (
        <TakeKeys {...props} cents={balance} isNothing={isNothing} money={money} />
      ) : (
        <ExchangeKeys
          words={words}
          isNothing={isNothing}
          isToChoose={exchange.isAtCounter && balance < 0 && total > 0}
          hint={exchange.isAtCounter || balance === 0 ? null : words.byProvider}
        />
      )}
      <Key isNothing={isNothing} value="later" variant="quiet">
        {words.later}
      </Key>
    </div>
  );
}

interface KeyProps extends ComponentProps<typeof SubmitButton> {
  /** Nothing is chosen, so there is nothing to hold. */
  readonly isNothing: boolean;
}

const subscribeToNothing = () => () => undefined;

/** Without scripts it can be pressed, and the server says that nothing is chosen. */
function Key({ isNothing, onClick, ...props }: KeyProps) {
  const hasScripts = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return (
    <SubmitButton
      {...props}
      name="pay"
      aria-disabled={isNothing && hasScripts ? true : undefined}
      data-idle={isNothing ? '' : undefined}
      onClick={(event) => (isNothing ? event.preventDefault() : onClick?.(event))}
    />
  );
}

interface ExchangeKeysProps extends Pick<PayKeysProps, 'words'>, Pick<KeyProps, 'isNothing'> {
  /** Money goes back at the counter. */
  readonly isToChoose: boolean;
  /** How it goes back otherwise; null: nothing does. */
  readonly hint: string | null;
}

/** Nothing is to be paid: the keys say how what is left goes back. */
function ExchangeKeys({ words, isNothing, isToChoose, hint }: ExchangeKeysProps) {
  return (
    <div className="grid gap-2">
      {hint === null ? null : <p className="text-small">{hint}</p>}
      <Key isNothing={isNothing} value="cash">
        {isToChoose ? words.backCash : words.exchange}
      </Key>
      {isToChoose ? (
        <Key isNothing={isNothing} value="terminal" variant="secondary">
          {words.backTerminal}
        </Key>
      ) : null}
    </div>
  );
}

interface TakeKeysProps extends Pick<PayKeysProps, 'notes' | 'words'>, Pick<KeyProps, 'isNothing'> {
  /** What is to be paid. */
  readonly cents: number;
  readonly money: (cents: number) => string;
}

function TakeKeys({ cents, notes, words, isNothing, money }: TakeKeysProps) {
  const [given, setGiven] = useState('');
  const typed = typedText(given);
  const cash = centsOf(typed);
  const over = (cash ?? cents) - cents;
  const isNoAmount = typed !== '' && cash === null;
  const fitting = notes.filter((note) => Number(note) * 100 > cents).slice(0, shownNotes);
  const isEmpty = cents === 0;
  return (
    <>
      <div className="grid grid-cols-3 gap-2">
        <Key
          isNothing={isNothing}
          value="cash"
          className="col-span-3"
          // Nothing is held while the amount is corrected; the line below it says what is wrong.
          onClick={(event) => (isNoAmount || over < 0) && event.preventDefault()}
        >
          {words.exact}
          {isEmpty ? null : <span className="tabular"> {money(cents)}</span>}
        </Key>
        {fitting.map((note) => (
          <NoteKey
            key={note}
            note={note}
            isNothing={isNothing}
            change={isEmpty ? null : `${words.change} ${money(Number(note) * 100 - cents)}`}
            money={money}
          />
        ))}
        <Key isNothing={isNothing} value="terminal" variant="secondary" className="col-span-3">
          {words.terminal}
        </Key>
      </div>
      <CashGiven
        label={words.given}
        given={given}
        onGiven={setGiven}
        said={
          isNoAmount
            ? words.notAmount
            : cash === null
              ? ''
              : `${over < 0 ? words.missing : words.change} ${money(Math.abs(over))}`
        }
      />
    </>
  );
}

interface CashGivenProps {
  readonly label: string;
  readonly given: string;
  readonly onGiven: (typed: string) => void;
  /** The change, what is missing, or that it is no amount. */
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

interface NoteKeyProps extends Pick<KeyProps, 'isNothing'> {
  readonly note: string;
  /** In words; null: it is not known. */
  readonly change: string | null;
  readonly money: (cents: number) => string;
}

function NoteKey({ note, change, isNothing, money }: NoteKeyProps) {
  return (
    <Key isNothing={isNothing} value={note} variant="secondary" className="!flex-col !px-1">
      <span className="tabular">{money(Number(note) * 100).replace(/[.,]00/, '')}</span>
      {change === null ? null : <span className="tabular text-small font-normal">{change}</span>}
    </Key>
  );
}

/** Enter after the amount takes it. */
function takeOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const cash = event.currentTarget.form?.querySelector<HTMLButtonElement>('button[value="cash"]') ?? null;
  cash?.click();
}
