import { useTranslations } from 'next-intl';
import { Button } from '../ui/button';
import { FocusWhenShown } from '../ui/focus-when-shown';
import { HiddenFields } from '../ui/hidden-fields';

export interface FormStepsProps {
  readonly number: number;
  readonly count: number;
  /** Of its fields. */
  readonly names: readonly string[];
  /** The name of the fields that send those names. */
  readonly ownField: string;
}

/** Which step of the form this is, and the way back; nothing if the form has only one. */
export function FormSteps({ number, count, names, ownField }: FormStepsProps) {
  const t = useTranslations('checkout.steps');
  if (count === 1) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <HiddenFields step={String(number)} steps={String(count)} />
      {names.map((name) => (
        <input key={name} type="hidden" name={ownField} value={name} />
      ))}
      <h2 key={number} tabIndex={-1} className="text-base font-bold">
        {t('step', { number, count })}
        {number > 1 ? <FocusWhenShown /> : null}
      </h2>
      {number > 1 ? (
        <Button type="submit" variant="quiet" name="goto" value={String(number - 1)}>
          {t('back')}
        </Button>
      ) : null}
    </div>
  );
}
