'use client';

import { Fragment } from 'react';
import type { VoucherField } from '@/lib/storefront/staff/voucher/vouchers';
import { describedBy, Field, FieldError, SelectField } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { type FormAction, type FormState, TypedForm } from '../../ui/typed-form';

export type VoucherValues = Readonly<Partial<Record<Exclude<VoucherField, 'products'>, string>>> & {
  readonly products: readonly string[];
  readonly disabled: boolean;
};

export type VoucherState = FormState<VoucherValues, VoucherField>;

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface VoucherFormProps {
  readonly change: FormAction<VoucherState>;
  /** What the form is about. */
  readonly about: Readonly<Record<string, string>>;
  readonly values: VoucherValues;
  readonly fields: readonly {
    readonly name: Exclude<VoucherField, 'products'>;
    readonly label: string;
    readonly hint?: string;
    /** Set: the field may stay empty. */
    readonly optional?: string;
    readonly type?: 'date';
    readonly inputMode?: 'numeric' | 'decimal';
    readonly choices?: readonly Choice[];
  }[];
  /** Null: they are not chosen. */
  readonly products: {
    readonly legend: string;
    readonly hint: string;
    readonly choices: readonly Choice[];
  } | null;
  /** The label of the box that stops the voucher; null: there is none. */
  readonly stop: string | null;
  readonly button: string;
}

/** A new voucher or a batch of them, or other limits of one. */
export function VoucherForm({ change, about, values, fields, products, stop, button }: VoucherFormProps) {
  return (
    <TypedForm action={change} about={about} values={values}>
      {(typed, errorOf) => (
        <>
          {fields.map((field) => (
            <Fragment key={field.name}>
              <VoucherControl {...field} value={typed[field.name] ?? ''} error={errorOf(field.name)} />
              {field.name === 'value' && products !== null ? (
                <Products {...products} chosen={typed.products} error={errorOf('products')} />
              ) : null}
            </Fragment>
          ))}
          {stop === null ? null : <Box name="disabled" value="yes" label={stop} isTicked={typed.disabled} />}
          <SubmitButton>{button}</SubmitButton>
        </>
      )}
    </TypedForm>
  );
}

const longest: Readonly<Partial<Record<VoucherField, number>>> = { reason: 500, name: 100, prefix: 24 };

type VoucherControlProps = VoucherFormProps['fields'][number] & {
  readonly value: string;
  readonly error: string | undefined;
};

function VoucherControl({ choices, type, inputMode, value, ...field }: VoucherControlProps) {
  return choices === undefined ? (
    <Field
      {...field}
      type={type ?? 'text'}
      inputMode={inputMode}
      defaultValue={value}
      required={field.optional === undefined}
      autoComplete="off"
      maxLength={longest[field.name] ?? 60}
    />
  ) : (
    <SelectField {...field} defaultValue={value}>
      {choices.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </SelectField>
  );
}

function Products({
  legend,
  hint,
  choices,
  chosen,
  error,
}: NonNullable<VoucherFormProps['products']> & {
  readonly chosen: readonly string[];
  readonly error: string | undefined;
}) {
  return (
    <fieldset aria-describedby={describedBy('products', { hint, error })}>
      <legend className="font-bold">{legend}</legend>
      <p id="products-hint" className="text-small text-ink-soft">
        {hint}
      </p>
      {choices.map(({ value, label }) => (
        <Box key={value} name="product" value={value} label={label} isTicked={chosen.includes(value)} />
      ))}
      <FieldError id="products" error={error} />
    </fieldset>
  );
}

interface BoxProps extends Choice {
  readonly name: string;
  readonly isTicked: boolean;
}

function Box({ name, value, label, isTicked }: BoxProps) {
  return (
    <label className="flex min-h-target items-center gap-3">
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isTicked}
        className="size-5 shrink-0"
      />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  );
}
