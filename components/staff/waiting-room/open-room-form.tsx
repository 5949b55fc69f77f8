import { useTranslations } from 'next-intl';
import type { ScopeChoice } from '@/lib/storefront/staff/waiting-room/waiting-room';
import { Field, SelectField } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import { OpeningFields } from './room-fields';
import { ConfirmBox } from '../ui/confirm-box';
import { Section } from '../ui/section';

interface OpenRoomFormProps {
  readonly choices: readonly ScopeChoice[];
  /** The whole shop has a room already; else it can get one, too. */
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
      {hasShop ? null : <ForShop timezones={timezones} open={open} />}
    </Section>
  );
}

/** A form of its own, with a tick and a reason: it stops every sale. */
function ForShop({ timezones, open }: Pick<OpenRoomFormProps, 'timezones' | 'open'>) {
  const t = useTranslations('staff.waitingRoom');
  return (
    <details className="max-w-text pt-6">
      <summary className="min-h-target cursor-pointer py-2 font-bold">{t('openShop')}</summary>
      <form action={open} className="space-y-4 pt-2">
        <HiddenFields scope="shop" />
        <p>{t('openShopText')}</p>
        <OpeningFields
          id="open-shop"
          timezones={timezones}
          opensAt=""
          timezone={timezones[0] ?? 'UTC'}
          hint={t('opensAtHint')}
        />
        <Field name="reason" label={t('openShopReason')} maxLength={500} autoComplete="off" required />
        <ConfirmBox label={t('openShopConfirm')} />
        <SubmitButton variant="secondary">{t('openButton')}</SubmitButton>
      </form>
    </details>
  );
}
