'use client';

import { describedBy, Field, FieldError, SelectField, TextAreaField } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../../ui/typed-form';

type State<Name extends string> = FormState<Readonly<Record<Name, string>>, Name>;
export type OpenShiftState = State<'till' | 'opening'>;
export type MoveCashState = FormState<
  Readonly<Record<'kind' | 'amount' | 'reason', string>>,
  'kind' | 'amount' | 'reason' | 'sure'
>;
export type CountShiftState = FormState<
  Readonly<Record<'cash' | 'terminal', string>> & { readonly others: boolean },
  'cash' | 'terminal' | 'others'
>;
export type ExplainShiftState = State<'note'>;

interface FormProps<State, About extends string, Word extends string> {
  readonly action: FormAction<State>;
  readonly about: Readonly<Record<About, string>>;
  readonly words: Readonly<Record<Word | 'button', string>>;
}

/** An amount in euros. */
function AmountField(
  props: Pick<Parameters<typeof Field>[0], 'name' | 'label' | 'hint' | 'error' | 'defaultValue'>,
) {
  return <Field {...props} inputMode="decimal" autoComplete="off" required maxLength={30} />;
}

interface TickProps {
  readonly name: string;
  readonly value: string;
  readonly checked?: boolean;
  readonly error: string | undefined;
  readonly children: string;
}

/** What has to be ticked, with what is said when it was not. */
function Tick({ name, value, checked = false, error, children }: TickProps) {
  return (
    <div>
      <label className="flex min-h-target items-center gap-3">
        <input
          type="checkbox"
          name={name}
          value={value}
          required
          defaultChecked={checked}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy(name, { error })}
          className="size-5"
        />
        {children}
      </label>
      <FieldError id={name} error={error} />
    </div>
  );
}

interface OpenShiftProps extends FormProps<
  OpenShiftState,
  'id',
  'till' | 'tillHint' | 'opening' | 'openingHint'
> {
  /** The till that the field contains at first, and others that were used. */
  readonly till: string;
  readonly tills: readonly string[];
}

/** The till, and the cash that is in it. */
export function OpenShiftForm({ action, about, words, till, tills }: OpenShiftProps) {
  return (
    <TypedForm action={action} about={about} values={{ till, opening: '' }}>
      {(values, errorOf) => (
        <>
          <Field
            name="till"
            label={words.till}
            hint={words.tillHint}
            error={errorOf('till')}
            defaultValue={values.till}
            list="tills"
            autoComplete="off"
            required
          />
          <datalist id="tills">
            {tills.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
          <AmountField
            name="opening"
            label={words.opening}
            hint={words.openingHint}
            error={errorOf('opening')}
            defaultValue={values.opening}
          />
          <SubmitButton>{words.button}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}

type MoveCashProps = FormProps<
  MoveCashState,
  'id',
  'kind' | 'in' | 'out' | 'amount' | 'amountHint' | 'reason' | 'reasonHint' | 'sure'
>;

/** Cash that was put into the till, or taken out of it. */
export function MoveCashForm({ action, about, words }: MoveCashProps) {
  return (
    <TypedForm action={action} about={about} values={{ kind: 'out', amount: '', reason: '' }}>
      {(values, errorOf) => (
        <>
          <SelectField name="kind" label={words.kind} defaultValue={values.kind}>
            <option value="out">{words.out}</option>
            <option value="in">{words.in}</option>
          </SelectField>
          <AmountField
            name="amount"
            label={words.amount}
            hint={words.amountHint}
            error={errorOf('amount')}
            defaultValue={values.amount}
          />
          <Field
            name="reason"
            label={words.reason}
            hint={words.reasonHint}
            error={errorOf('reason')}
            defaultValue={values.reason}
            autoComplete="off"
            required
          />
          {/* Only when it is asked, and for this amount: nobody ticks it without reading. */}
          {errorOf('sure') === undefined ? null : (
            <Tick key={values.amount} name="sure" value={values.amount} error={errorOf('sure')}>
              {words.sure}
            </Tick>
          )}
          <SubmitButton variant="secondary">{words.button}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}

type CountShiftProps = FormProps<
  CountShiftState,
  'shiftId',
  'cash' | 'cashHint' | 'terminal' | 'terminalHint'
> & {
  /** What has to be ticked for the shift of another person; null: it is one's own. */
  readonly others: string | null;
};

/** What is in the till and on the closing slip of the terminal; the page does not show what it should be. */
export function CountShiftForm({ action, about, words, others }: CountShiftProps) {
  return (
    <TypedForm action={action} about={about} values={{ cash: '', terminal: '', others: false }}>
      {(values, errorOf) => (
        <>
          <AmountField
            name="cash"
            label={words.cash}
            hint={words.cashHint}
            error={errorOf('cash')}
            defaultValue={values.cash}
          />
          <AmountField
            name="terminal"
            label={words.terminal}
            hint={words.terminalHint}
            error={errorOf('terminal')}
            defaultValue={values.terminal}
          />
          {others === null ? null : (
            <Tick name="others" value="yes" checked={values.others} error={errorOf('others')}>
              {others}
            </Tick>
          )}
          <SubmitButton>{words.button}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}

type ExplainShiftProps = FormProps<ExplainShiftState, 'shiftId', 'note' | 'noteHint'>;

/** Why what was counted differs. */
export function ExplainShiftForm({ action, about, words }: ExplainShiftProps) {
  return (
    <TypedForm action={action} about={about} values={{ note: '' }}>
      {(values, errorOf) => (
        <>
          <TextAreaField
            name="note"
            label={words.note}
            hint={words.noteHint}
            error={errorOf('note')}
            defaultValue={values.note}
            rows={3}
          />
          <SubmitButton>{words.button}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}
