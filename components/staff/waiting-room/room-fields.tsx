import { useTranslations } from 'next-intl';
import { Field, SelectField } from '../../ui/field';

interface OpeningFieldsProps {
  /** Different for each form of a page. */
  readonly id: string;
  readonly timezones: readonly string[];
  /** "2026-11-21T10:00"; empty for none. */
  readonly opensAt: string;
  readonly timezone: string;
  /** What happens without a time; left out if it is required. */
  readonly hint?: string;
}

/** When a room opens. */
export function OpeningFields({ id, timezones, opensAt, timezone, hint }: OpeningFieldsProps) {
  const t = useTranslations('staff.waitingRoom');
  return (
    <>
      <Field
        id={`${id}-opensAt`}
        name="opensAt"
        type="datetime-local"
        label={t('opensAt')}
        hint={hint}
        required={hint === undefined}
        defaultValue={opensAt}
      />
      <SelectField id={`${id}-timezone`} name="timezone" label={t('timezone')} defaultValue={timezone}>
        {timezones.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
    </>
  );
}
