import { getLocale, getTranslations } from 'next-intl/server';
import { PageFrame } from '@/components/layout/page-frame';
import { PersonalData, type ErasedView } from '@/components/staff/personal-data';
import { StaffBar } from '@/components/staff/staff-bar';
import { Notice } from '@/components/ui/notice';
import { paths } from '@/lib/locale/paths';
import { countOf, textOf } from '@/lib/storefront/parameters';
import { staffAccess } from '@/lib/storefront/staff';
import { erase, signOut } from '../actions';
import { StaffGate } from '../gate';

type Props = PageProps<'/[locale]/staff/personal-data'>;

function resultOf(parameters: Awaited<Props['searchParams']>): ErasedView {
  if (textOf(parameters['problem']) === 'email') return 'email';
  const [erased, goingOn] = [countOf(parameters['erased'], 6), countOf(parameters['goingOn'], 6)];
  return erased === null || goingOn === null ? null : { erased, goingOn };
}

export default async function PersonalDataPage({ searchParams }: Props) {
  const access = await staffAccess();
  const language = await getLocale();
  if (access.kind !== 'staff') return <StaffGate access={access} back={paths.staffPersonalData(language)} />;
  const t = await getTranslations('staff.personalData');
  return (
    <PageFrame accent="cobalt">
      <StaffBar name={access.member.name} signOut={signOut} />
      {access.member.isAdmin ? (
        <PersonalData result={resultOf(await searchParams)} erase={erase} />
      ) : (
        <div className="py-10">
          <Notice title={t('notAdmin')}>
            <p>{t('notAdminText')}</p>
          </Notice>
        </div>
      )}
    </PageFrame>
  );
}
