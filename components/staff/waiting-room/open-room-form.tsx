import { useTranslations } from 'next-intl';
import type { ScopeChoice } from '@/lib/storefront/staff/waiting-room/waiting-room';
import { SelectField } from '../../ui/field';
import { SubmitButton } from '../../ui/submit-button';
import { OpeningFields } from './room-fields';
import { Section } from '../ui/section';

interface OpenRoomFormProps {
  readonly choices: readonly ScopeChoice[];
  /** The whole shop has a room already. */
  readonly hasShop: boolean;
  readonly timezones: readonly string[];
  readonly open: (form: FormData) => Promise<void>;
}

/** Opens a waiting room now, or at a time. */
export function OpenRoomForm({ choices, hasShop, timezones, open }: OpenRoomFormProps) {
  const t = useTranslations('staff.waitingRoom');
  return (
    <Section id="open" title={t('open')}>
      <form action={open} className="max-w-text space-y-4">
        <p>{t('openText')}</p>
        <SelectField name="scope" label={t('scope')}>
          {hasShop ? null : <option value="shop">{t('shop')}</option>}
          {choices.map(({ value, names }) => (
            <option key={value} value={value}>
              {names.join(' · ')}
            </option>
          ))}
        </SelectField>
        <OpeningFields
          id="open"
          timezones={timezones}
          opensAt=""
          timezone={timezones[0] ?? 'UTC'}
          hint={t('opensAtHint')}
        />
        <SubmitButton>{t('openButton')}</SubmitButton>
      </form>
    </Section>
  );
}
