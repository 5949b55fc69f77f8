import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { ConfirmBox } from '../ui/confirm-box';
import { PageTitle } from '../ui/page-title';

/** `coming`: nothing was erased, because so many bookings have valid tickets of a coming day. */
export type ErasedView =
  | { readonly erased: number; readonly goingOn: number; readonly refused: number; readonly waiting: number }
  | { readonly coming: number }
  | 'email'
  | null;

interface PersonalDataProps {
  readonly result: ErasedView;
  readonly erase: (form: FormData) => Promise<void>;
}

function Result({ result }: Pick<PersonalDataProps, 'result'>) {
  const t = useTranslations('staff.personalData');
  if (result === null) return null;
  if (result === 'email') return <Notice tone="problem" title={t('wrongEmail')} />;
  if ('coming' in result)
    return (
      <Notice tone="problem" title={t('coming', { count: result.coming })}>
        <p>{t('comingText')}</p>
      </Notice>
    );
  const { erased, goingOn, refused, waiting } = result;
  return (
    <div role="status">
      <Notice title={t('erased', { count: erased })}>
        {goingOn === 0 ? null : <p>{t('goingOn', { count: goingOn })}</p>}
        {refused === 0 ? null : <p>{t('refused', { count: refused })}</p>}
        {waiting === 0 ? null : <p>{t('waiting', { count: waiting })}</p>}
        {erased === 0 ? null : <p>{t('kept')}</p>}
      </Notice>
    </div>
  );
}

function Email({ id }: { id: string }) {
  const t = useTranslations('staff.personalData');
  return (
    <Field
      id={id}
      name="email"
      type="email"
      label={t('email')}
      autoComplete="off"
      spellCheck={false}
      maxLength={254}
      required
    />
  );
}

/** Both forms are posted, so that no URL contains the e-mail address. */
export function PersonalData({ result, erase }: PersonalDataProps) {
  const t = useTranslations('staff.personalData');
  const isComing = result !== null && result !== 'email' && 'coming' in result;
  return (
    <>
      <PageTitle title={t('title')} />
      <div className="max-w-text space-y-10">
        <Result result={result} />
        <form action={paths.personalData} method="post" className="space-y-3">
          <h2 className="text-lead">{t('exportTitle')}</h2>
          <p>{t('exportText')}</p>
          <input type="hidden" name="language" value={useLocale()} />
          <Email id="export-email" />
          <Button type="submit">{t('export')}</Button>
        </form>
        <form action={erase} className="space-y-3">
          <h2 className="text-lead">{t('eraseTitle')}</h2>
          <p>{t('eraseText')}</p>
          <Email id="erase-email" />
          <ConfirmBox label={t('confirm')} />
          {isComing ? <ConfirmBox name="coming" label={t('confirmComing')} /> : null}
          <SubmitButton variant="secondary">{t('erase')}</SubmitButton>
        </form>
      </div>
    </>
  );
}
