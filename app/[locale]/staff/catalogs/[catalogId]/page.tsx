import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { BackLink } from '@/components/staff/ui/back-link';
import { ChangeHistory, ImportHistory } from '@/components/staff/administration/catalog-history';
import { FeedForm } from '@/components/staff/feed/feed-form';
import { CatalogState, EventTable, ProductTable } from '@/components/staff/administration/managed-catalog';
import { TextLink } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { parseJsonPlace } from '@/lib/storefront/staff/feed/json-fault';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { readManagedCatalog } from '@/lib/storefront/staff/administration/catalogs';
import { StaffFrame } from '../../frame';
import { StaffGate } from '../../gate';
import { ChangeDone } from '../change-done';
import { NoCatalogs } from '../no-catalogs';

export default async function ManagedCatalogPage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/catalogs/[catalogId]'>) {
  const language = await getLocale();
  const { catalogId } = await params;
  const answer = await readManagedCatalog(catalogId, language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffCatalogs(language)} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} />;
  const t = await getTranslations('catalogAdmin');
  const { catalog, events, products, imports, changes, mayChange } = value.value;
  const parameters = await searchParams;
  const { done, problem } = parameters;
  return (
    <StaffFrame member={member}>
      <BackLink href={paths.staffCatalogs(language)} label={t('back')} />
      <PageTitle title={catalog.name} className="pb-4" />
      <div className="space-y-10">
        <ChangeDone done={firstText(done)} />
        {mayChange ? null : <Notice title={t('readOnly')} />}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <TextLink href={paths.staffVouchers(language, catalog.id)}>{t('vouchers')}</TextLink>
          <CatalogState catalog={catalog} mayChange={mayChange} />
        </div>
        <EventTable catalog={catalog} events={events} mayChange={mayChange} />
        <ProductTable catalog={catalog} products={products} mayChange={mayChange} />
        {mayChange ? (
          <FeedForm catalogId={catalog.id} problem={firstText(problem)} place={parseJsonPlace(parameters)} />
        ) : null}
        <ImportHistory imports={imports} />
        <ChangeHistory changes={changes} />
      </div>
    </StaffFrame>
  );
}
