import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { PasskeyForm } from '@/components/staff/layout/passkey-form';
import { PageTitle } from '@/components/staff/ui/page-title';
import { Notice } from '@/components/ui/notice';
import { hasOwnSignIn } from '@/lib/storefront/common/account/passkey-sign-in';
import { readJoining } from '@/lib/storefront/staff/team/join';
import { StaffFrame } from '../../frame';
import { join } from './actions';

type Props = PageProps<'/[locale]/staff/join/[token]'>;

/** Where an invited person makes a passkey. It says the same of every invitation that can't be used. */
export default async function JoinPage({ params, searchParams }: Props) {
  if (!(await hasOwnSignIn())) notFound();
  const { token } = await params;
  const joining = await readJoining(token);
  const t = await getTranslations('staff.join');
  const ask = await getTranslations('staff.passkey');
  const isRefused = (await searchParams)['problem'] !== undefined;
  return (
    <StaffFrame member={null}>
      <div className="max-w-text space-y-6 py-6 wrap-anywhere">
        <PageTitle title={t('title')} />
        {joining === null ? (
          <p>{t('ended')}</p>
        ) : (
          <>
            {isRefused ? <Notice tone="problem" title={t('refused')} /> : null}
            <p>{t('text', { name: joining.name })}</p>
            <PasskeyForm
              action={join}
              asked={{ kind: 'make', options: joining.options }}
              about={{ token }}
              texts={{
                button: t('button'),
                failed: ask('failed'),
                failedText: ask('failedText'),
                scripts: ask('scripts'),
              }}
            />
          </>
        )}
      </div>
    </StaffFrame>
  );
}
