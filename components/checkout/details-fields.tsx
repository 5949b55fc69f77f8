import { Field, SelectField } from '../ui/field';
import type { DetailField, Details } from './details';

export interface DetailsWords {
  readonly labels: Readonly<Record<DetailField, string>>;
  readonly errors: Readonly<Record<DetailField, string>>;
  readonly emailHint: string;
  readonly phoneHint: string;
  readonly optional: string;
  readonly countryChoose: string;
}

export interface CountryOption {
  readonly code: string;
  readonly name: string;
}

type Handler = (event: { target: unknown; type?: unknown }) => unknown;

/** Connects a control with the script that checks the form while the customer types. */
type Register = (field: DetailField) => {
  readonly onBlur: Handler;
  readonly onChange: Handler;
  readonly ref: (element: HTMLInputElement | HTMLSelectElement | null) => void;
};

interface DetailsFieldsProps {
  words: DetailsWords;
  entries: Details;
  wrong: readonly DetailField[];
  countries: readonly CountryOption[];
  register: Register;
}

export function DetailsFields({ words, entries, wrong, countries, register }: DetailsFieldsProps) {
  const of = (field: DetailField) => ({
    ...register(field),
    name: field,
    label: words.labels[field],
    defaultValue: entries[field],
    error: wrong.includes(field) ? words.errors[field] : undefined,
  });
  return (
    <div className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...of('firstname')} autoComplete="given-name" maxLength={255} />
        <Field {...of('lastname')} autoComplete="family-name" maxLength={255} />
      </div>
      <Field
        {...of('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        maxLength={254}
        hint={words.emailHint}
      />
      <Field
        {...of('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        hint={words.phoneHint}
        optional={words.optional}
      />
      <SelectField {...of('country')} autoComplete="country">
        <option value="">{words.countryChoose}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
