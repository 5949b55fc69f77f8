import { useTranslations } from 'next-intl';
import { Field } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';

interface HolderFormProps {
  readonly checkoutId: string;
  readonly ticketId: string;
  readonly firstname: string;
  readonly lastname: string;
  /** Other tickets of the same visitor. */
  readonly also: readonly { readonly id: string; readonly reference: string }[];
  readonly action: (form: FormData) => Promise<void>;
}

/** The name of the person who comes with a ticket. */
export function HolderForm({ checkoutId, ticketId, firstname, lastname, also, action }: HolderFormProps) {
  const t = useTranslations('orderChanges.holder');
  const rest = { maxLength: 255, autoComplete: 'off', required: true } as const;
  return (
    <form action={action} className="max-w-text space-y-5">
      <HiddenFields checkoutId={checkoutId} ticketId={ticketId} />
      <p>{t('text')}</p>
      <Field name="firstname" label={t('firstname')} defaultValue={firstname} {...rest} />
      <Field name="lastname" label={t('lastname')} defaultValue={lastname} {...rest} />
      {also.length === 0 ? null : (
        <fieldset className="space-y-2">
          <legend className="font-bold">{t('also')}</legend>
          {also.map(({ id, reference }) => (
            <label key={id} className="flex min-h-target items-center gap-3 tabular">
              <input type="checkbox" name="also" value={id} defaultChecked className="size-5 shrink-0" />
              {reference}
            </label>
          ))}
        </fieldset>
      )}
      <SubmitButton>{t('button')}</SubmitButton>
    </form>
  );
}
