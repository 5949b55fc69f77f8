import type { ReactNode } from 'react';
import { fillText } from '@/lib/locale/fill-text';
import { Field, SelectField } from '../ui/field';
import { type DetailField, type Details, exceededLimit } from './contact-details';

export interface DetailsWords {
  readonly labels: Readonly<Record<DetailField, string>>;
  readonly errors: Readonly<Record<DetailField, string>>;
  /** For an address with letters that mail servers refuse. */
  readonly emailAccents: string;
  /** With `{max}` for the number of characters. */
  readonly tooLong: string;
  readonly emailHint: string;
  readonly phoneHint: string;
  readonly optional: string;
  readonly countryChoose: string;
}

export interface CountryOption {
  readonly code: string;
  readonly name: string;
}

/** What is wrong, by field. */
export type DetailErrors = Readonly<Partial<Record<DetailField, string>>>;

const hasAccents = (address: string) => /[^\u0000-\u007f]/.test(address.split('@')[0] ?? '');

/** What is wrong with these fields, in words. */
export function errorsOf(wrong: readonly DetailField[], typed: Details, words: DetailsWords): DetailErrors {
  const errorOf = (field: DetailField) => {
    const most = exceededLimit(field, typed[field]);
    if (most === null)
      return field === 'email' && hasAccents(typed.email) ? words.emailAccents : words.errors[field];
    return fillText(words.tooLong, { field: words.labels[field], max: most });
  };
  return Object.fromEntries(wrong.map((field) => [field, errorOf(field)]));
}

interface DetailsFieldsProps {
  words: DetailsWords;
  entries: Details;
  errors: DetailErrors;
  countries: readonly CountryOption[];
  /** Shown below the address. */
  children: ReactNode;
}

export function DetailsFields(props: DetailsFieldsProps) {
  const { words, entries, errors, countries, children } = props;
  const of = (field: DetailField) => ({
    name: field,
    label: words.labels[field],
    defaultValue: entries[field],
    error: errors[field],
  });
  return (
    <div className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...of('firstname')} autoComplete="given-name" />
        <Field {...of('lastname')} autoComplete="family-name" />
      </div>
      <Field
        {...of('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        hint={words.emailHint}
      />
      {children}
      <Field
        {...of('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
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
