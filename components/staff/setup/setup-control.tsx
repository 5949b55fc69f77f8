import { describedBy, Field, FieldError, SelectField, TextAreaField } from '../../ui/field';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A field of a form of Setup. `ticks`: several of the choices; `tick`: one box, whose value is `yes`. */
export interface SetupField {
  readonly name: string;
  readonly label: string;
  readonly kind?: 'text' | 'area' | 'choice' | 'ticks' | 'tick';
  readonly hint?: string;
  /** Set: it may stay empty. */
  readonly optional?: string;
  readonly type?: 'date' | 'time' | 'email' | 'url';
  readonly inputMode?: 'numeric' | 'decimal';
  readonly choices?: readonly Choice[];
  /** The language of what is typed. */
  readonly lang?: string;
  readonly autoComplete?: string;
  readonly most?: number;
}

interface SetupControlProps {
  readonly id: string;
  readonly field: SetupField;
  readonly values: readonly string[];
  readonly error: string | undefined;
}

export function SetupControl({ id, field, values, error }: SetupControlProps) {
  const { kind = 'text', name, label, hint, optional, choices = [], type, inputMode, lang, most } = field;
  const [value = ''] = values;
  const shared = { id, name, label, hint, optional, error, defaultValue: value, lang };
  switch (kind) {
    case 'text':
      return (
        <Field
          {...shared}
          type={type ?? 'text'}
          inputMode={inputMode}
          required={optional === undefined}
          autoComplete={field.autoComplete ?? 'off'}
          maxLength={most ?? 500}
        />
      );
    case 'area':
      return (
        <TextAreaField {...shared} rows={4} required={optional === undefined} maxLength={most ?? 20_000} />
      );
    case 'choice':
      return (
        <SelectField {...shared}>
          {choices.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </SelectField>
      );
    case 'ticks':
      return <Ticks id={id} field={field} values={values} error={error} />;
    case 'tick':
      return (
        <div>
          <Tick
            id={id}
            name={name}
            value="yes"
            label={label}
            isTicked={value === 'yes'}
            error={error}
            hint={hint}
          />
          <Hint id={id} hint={hint} className="pl-8" />
          <FieldError id={id} error={error} />
        </div>
      );
  }
}

/** Long choices stand below each other. */
const wideClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-x-6';

function Ticks({
  id,
  field: { name, label, hint, optional, choices = [] },
  values,
  error,
}: SetupControlProps) {
  const isWide = choices.some((one) => one.label.length > 24);
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={describedBy(id, { hint, error })}>
      <legend className="pb-1 font-bold">
        {label}
        {optional === undefined ? null : <span className="font-normal text-ink-soft"> ({optional})</span>}
      </legend>
      <Hint id={id} hint={hint} />
      <div className={isWide ? wideClass : 'flex flex-wrap gap-x-6'}>
        {choices.map((one) => (
          <Tick key={one.value} name={name} {...one} isTicked={values.includes(one.value)} />
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

interface HintProps {
  readonly id: string;
  readonly hint: string | undefined;
  readonly className?: string;
}

function Hint({ id, hint, className = '' }: HintProps) {
  if (hint === undefined) return null;
  return (
    <p id={`${id}-hint`} className={`text-small text-ink-soft ${className}`}>
      {hint}
    </p>
  );
}

interface TickProps extends Choice {
  readonly id?: string;
  readonly name: string;
  readonly isTicked: boolean;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

function Tick({ id, name, value, label, isTicked, error, hint }: TickProps) {
  return (
    <label className="flex min-h-target items-center gap-3">
      <input
        id={id}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isTicked}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={id === undefined ? undefined : describedBy(id, { error, hint })}
        className="size-5 shrink-0"
      />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}
