import { getTranslations } from 'next-intl/server';
import { SetupForm } from '@/components/staff/setup/setup-form';
import { PageTitle } from '@/components/staff/ui/page-title';
import { catalogOf } from '@/lib/setup/catalog';
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
  const { name, language, timezone, issuer } = catalogOf(open.draft);
  return (
    <>
      <PageTitle title={t('parts.details')} of={open.name} className="pb-4" />
      <SetupForm
        action={saveDetails}
        about={{ catalogId: open.catalogId }}
        version={String(open.version)}
        values={{
          name: [name[language] ?? ''],
          timezone: [timezone],
          issuerName: [issuer.name],
          issuerAddress: [issuer.address],
          issuerEmail: [issuer.email ?? ''],
          issuerTaxNumber: [issuer.taxNumber ?? ''],
        }}
        groups={await catalogGroups({ isNew: false })}
        buttons={[{ intent: 'save', label: t('save') }]}
      />
    </>
  );
}
