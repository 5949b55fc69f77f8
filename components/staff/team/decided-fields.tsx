import { describedBy, Field, FieldError, SelectField } from '../../ui/field';

export interface NamedCatalog {
  readonly id: string;
  readonly name: string;
}

export type DecidedTexts = Readonly<Record<'name' | 'role' | 'catalogs' | 'all' | 'some', string>>;

/** As typed; `which`: `all` catalogues, or `some`, which are ticked. */
export interface DecidedValues {
  readonly name: string;
  readonly role: string;
  readonly which: string;
  readonly ticked: readonly string[];
}

interface DecidedFieldsProps {
  /** The beginning of the ids of the fields: several forms of the page have them. */
  readonly idPrefix: string;
  readonly values: DecidedValues;
  readonly errorOf: (field: 'name' | 'catalogs') => string | undefined;
  readonly roles: readonly { readonly role: string; readonly name: string }[];
  readonly catalogs: readonly NamedCatalog[];
  readonly texts: DecidedTexts;
}

/** What an admin decides about a person: name, role, and with which catalogues the person works. */
export function DecidedFields(props: DecidedFieldsProps) {
  const { idPrefix, values, errorOf, roles, texts } = props;
  return (
    <>
      <Field
        id={`${idPrefix}-name`}
        name="name"
        label={texts.name}
        defaultValue={values.name}
        error={errorOf('name')}
        autoComplete="off"
        required
      />
      <SelectField id={`${idPrefix}-role`} name="role" label={texts.role} defaultValue={values.role}>
        {roles.map((one) => (
          <option key={one.role} value={one.role}>
            {one.name}
          </option>
        ))}
      </SelectField>
      <Catalogs {...props} />
    </>
  );
}

function Catalogs({ idPrefix, values: { which, ticked }, errorOf, catalogs, texts }: DecidedFieldsProps) {
  const id = `${idPrefix}-catalogs`;
  const error = errorOf('catalogs');
  // One that the service does not name now, or does not have any more, stays ticked.
  const unnamed = ticked.filter((one) => !catalogs.some((known) => known.id === one));
  const choices = [...catalogs, ...unnamed.map((one) => ({ id: one, name: one }))];
  return (
    <fieldset id={id} aria-describedby={describedBy(id, { error })}>
      <legend className="pb-1 font-bold">{texts.catalogs}</legend>
      <Choice type="radio" name="which" value="all" isChosen={which === 'all'} label={texts.all} />
      <Choice type="radio" name="which" value="some" isChosen={which === 'some'} label={texts.some} />
      <div className="pl-8">
        {choices.map((one) => (
          <Choice
            key={one.id}
            type="checkbox"
            name="catalog"
            value={one.id}
            isChosen={ticked.includes(one.id)}
            label={one.name}
          />
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

interface ChoiceProps {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly value: string;
  readonly isChosen: boolean;
  readonly label: string;
}

function Choice({ type, name, value, isChosen, label }: ChoiceProps) {
  return (
    <label className="flex min-h-target items-center gap-3">
      <input type={type} name={name} value={value} defaultChecked={isChosen} className="size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}
