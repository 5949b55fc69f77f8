'use client';

import type { CountryOption } from '../checkout/details-fields';
import { Field, SelectField, TextAreaField } from '../ui/field';
import { FoldedForm } from '../ui/folded-form';
import { SubmitButton } from '../ui/submit-button';
import type { FormAction, FormState } from '../ui/typed-form';

type InvoiceField = 'company' | 'address' | 'country' | 'vatNumber';

/** The values by the names of the fields. */
export type InvoiceFormState = FormState<Readonly<Record<InvoiceField, string>>, InvoiceField>;
export type CorrectInvoice = FormAction<InvoiceFormState>;

interface InvoiceFormProps {
  readonly correct: CorrectInvoice;
  readonly about: Readonly<Record<'checkoutId', string>>;
  readonly values: InvoiceFormState['values'];
  readonly countries: readonly CountryOption[];
  readonly words: Readonly<
    Record<InvoiceField | 'correct' | 'correctText' | 'vatNumberHint' | 'correctButton', string>
  >;
}

/** For whom the invoices of an order are made out. */
export function InvoiceForm({ correct, about, values, countries, words }: InvoiceFormProps) {
  return (
    <FoldedForm title={words.correct} action={correct} about={about} values={values}>
      {(typed, errorOf) => (
        <>
          <p className="text-small">{words.correctText}</p>
          <Field
            id="invoice-company"
            name="company"
            label={words.company}
            autoComplete="organization"
            defaultValue={typed.company}
            error={errorOf('company')}
          />
          <TextAreaField
            id="invoice-address"
            name="address"
            label={words.address}
            autoComplete="street-address"
            rows={3}
            defaultValue={typed.address}
            error={errorOf('address')}
          />
          <SelectField
            id="invoice-country"
            name="country"
            label={words.country}
            autoComplete="country"
            defaultValue={typed.country}
            error={errorOf('country')}
          >
            {typed.country === '' ? <option value="">–</option> : null}
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <Field
            id="invoice-vat-number"
            name="vatNumber"
            label={words.vatNumber}
            hint={words.vatNumberHint}
            defaultValue={typed.vatNumber}
            error={errorOf('vatNumber')}
          />
          <SubmitButton variant="secondary" className="w-full">
            {words.correctButton}
          </SubmitButton>
        </>
      )}
    </FoldedForm>
  );
}
