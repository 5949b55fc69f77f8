import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { ForgetDoor } from '@/components/staff/door/keep-door';
import { PasskeyForm } from '@/components/staff/layout/passkey-form';
import { PageTitle } from '@/components/staff/ui/page-title';
import { Notice } from '@/components/ui/notice';
import { askForPasskey } from '@/lib/storefront/common/account/passkey-sign-in';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { staffBackPath } from '@/lib/storefront/staff/attention/back-path';
import { StaffFrame } from '../frame';
import { signInByPasskey } from './actions';

/** Where staff sign in if the shop has its own sign-in. */
export default async function PasskeyPage({ searchParams }: PageProps<'/[locale]/staff/sign-in'>) {
  const options = await askForPasskey();
  if (options === null) notFound();
  const parameters = await searchParams;
  const t = await getTranslations('staff.passkey');
  return (
    <StaffFrame member={null}>
      <ForgetDoor />
      <div className="max-w-text space-y-6 py-6">
        <PageTitle title={t('title')} />
        {parameters['joined'] === undefined ? null : <Notice tone="result" title={t('joined')} />}
        <p>{t('text')}</p>
        <PasskeyForm
          action={signInByPasskey}
          asked={{ kind: 'use', options }}
          about={{ back: staffBackPath(firstText(parameters['back']), await getLocale()) }}
          texts={{
            button: t('button'),
            failed: t('failed'),
            failedText: t('failedText'),
            scripts: t('scripts'),
          }}
        />
        <p className="text-small">{t('lost')}</p>
      </div>
    </StaffFrame>
  );
}
