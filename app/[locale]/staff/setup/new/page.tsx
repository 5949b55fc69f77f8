import { getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import { SetupForm } from '@/components/staff/setup/setup-form';
import { BackLink } from '@/components/staff/ui/back-link';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { forStaff } from '@/lib/storefront/common/account/for-staff';
import { StaffFrame } from '../../frame';
import { StaffGate } from '../../gate';
import { catalogGroups } from '../catalog-fields';
import { beginNewCatalog } from './actions';

export default async function NewCatalogPage() {
  const language = await getLocale();
  const answer = await forStaff('catalog:edit', () => Promise.resolve(null));
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffSetupNew(language)} />;
  const t = await getTranslations();
  return (
    <StaffFrame member={answer.member}>
      <BackLink
        href={paths.staffSetup(language)}
        label={t('catalogAdmin.backTo', { name: t('setup.title') })}
      />
      <PageTitle title={t('setup.newCatalog')} className="pb-4" />
      <SetupForm
        action={beginNewCatalog}
        about={{}}
        version=""
        values={{ language: [language], timezone: [await getTimeZone()] }}
        groups={await catalogGroups({ isNew: true })}
        buttons={[{ intent: 'save', label: t('setup.begin') }]}
      />
    </StaffFrame>
  );
}
