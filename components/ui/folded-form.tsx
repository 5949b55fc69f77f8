'use client';

import { TypedForm, type TypedFormProps } from './typed-form';

interface FoldedFormProps<Values, Field extends string> extends TypedFormProps<Values, Field> {
  /** What opens it. */
  readonly title: string;
  readonly titleClass?: string;
}

/** A form that is folded until it is needed; open when it is shown again with a problem, also without scripts. */
export function FoldedForm<Values, Field extends string>({
  title,
  titleClass = 'text-small',
  children,
  ...form
}: FoldedFormProps<Values, Field>) {
  return (
    <TypedForm {...form}>
      {(values, errorOf) => (
        <details open={values !== form.values}>
          <summary
            className={`inline-flex min-h-target cursor-pointer items-center font-semibold underline ${titleClass}`}
          >
            {title}
          </summary>
          <div className="space-y-4 pt-2">{children(values, errorOf)}</div>
        </details>
      )}
    </TypedForm>
  );
}
