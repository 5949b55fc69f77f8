'use client';

import { Fragment, useActionState } from 'react';
import type { VoucherField } from '@/lib/storefront/staff/voucher/vouchers';
import { Field, SelectField } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';

export type VoucherValues = Readonly<Record<Exclude<VoucherField, 'products'>, string>> & {
  readonly products: readonly string[];
  readonly disabled: boolean;
};

export interface VoucherState {
  readonly attempt: number;
  /** As typed. */
  readonly values: VoucherValues;
  /** Why nothing was changed, and which field is wrong. */
  readonly problem: {
    readonly title: string;
    readonly text: string;
    readonly field: VoucherField | null;
  } | null;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface VoucherFormProps {
  readonly change: (state: VoucherState, form: FormData) => Promise<VoucherState>;
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

/** A new voucher, or other limits of one. Without scripts the answer is the same page with what was typed. */
export function VoucherForm({ change, about, values, fields, products, stop, button }: VoucherFormProps) {
  const [state, send] = useActionState(change, { attempt: 0, values, problem: null });
  const { attempt, problem } = state;
  return (
    <form key={attempt} action={send} noValidate className="max-w-text space-y-4">
      {problem === null ? null : (
        <Notice tone="problem" title={problem.title}>
          <p>{problem.text}</p>
        </Notice>
      )}
      <HiddenFields {...about} />
      {fields.map(({ name, choices, ...field }) => {
        const shared = {
          ...{ name, label: field.label, hint: field.hint, optional: field.optional },
          defaultValue: state.values[name],
          error: problem?.field === name ? problem.text : undefined,
        };
        const control =
          choices === undefined ? (
            <Field
              {...shared}
              required={field.optional === undefined}
              type={field.type ?? 'text'}
              inputMode={field.inputMode}
              autoComplete="off"
              maxLength={name === 'reason' ? 500 : 60}
            />
          ) : (
            <SelectField {...shared}>
              {choices.map((one) => (
                <option key={one.value} value={one.value}>
                  {one.label}
                </option>
              ))}
            </SelectField>
          );
        return (
          <Fragment key={name}>
            {control}
            {name === 'value' && products !== null ? (
              <Products {...products} chosen={state.values.products} />
            ) : null}
          </Fragment>
        );
      })}
      {stop === null ? null : (
        <Box name="disabled" value="yes" label={stop} isTicked={state.values.disabled} />
      )}
      <SubmitButton>{button}</SubmitButton>
    </form>
  );
}

function Products({
  legend,
  hint,
  choices,
  chosen,
}: NonNullable<VoucherFormProps['products']> & { readonly chosen: readonly string[] }) {
  return (
    <fieldset aria-describedby="products-hint">
      <legend className="font-bold">{legend}</legend>
      <p id="products-hint" className="text-small text-ink-soft">
        {hint}
      </p>
      {choices.map(({ value, label }) => (
        <Box key={value} name="product" value={value} label={label} isTicked={chosen.includes(value)} />
      ))}
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
