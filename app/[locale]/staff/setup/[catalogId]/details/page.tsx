import { getTranslations } from 'next-intl/server';
import { SetupForm } from '@/components/staff/setup/setup-form';
import { PageTitle } from '@/components/staff/ui/page-title';
import { detailValues } from '@/lib/storefront/staff/setup/catalog-fields';
import type { OpenDraft } from '@/lib/storefront/staff/setup/setup-reads';
import { catalogGroups } from '../../catalog-fields';
import { WithDraft } from '../../with-draft';
import { saveDetails } from './actions';

export default async function DetailsPage({
  params,
}: PageProps<'/[locale]/staff/setup/[catalogId]/details'>) {
  const { catalogId } = await params;
  return <WithDraft catalogId={catalogId}>{(open) => <Details open={open} />}</WithDraft>;
}

async function Details({ open }: { open: OpenDraft }) {
  const t = await getTranslations('setup');
  return (
    <>
      <PageTitle title={t('parts.details')} of={open.name} className="pb-4" />
      <SetupForm
        action={saveDetails}
        about={{ catalogId: open.catalogId }}
        version={open.version}
        values={detailValues(open.draft)}
        groups={await catalogGroups({ isNew: false })}
        buttons={[{ intent: 'save', label: t('save') }]}
      />
    </>
  );
}
