import { getLocale, getTranslations } from 'next-intl/server';
import { BackLink } from '@/components/staff/ui/back-link';
import { ConfirmBox } from '@/components/staff/ui/confirm-box';
import { DataTable } from '@/components/staff/ui/data-table';
import { FeedDifference } from '@/components/staff/feed/feed-difference';
import { HiddenFields } from '@/components/ui/hidden-fields';
import { Notice } from '@/components/ui/notice';
import { SubmitButton } from '@/components/ui/submit-button';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { readUploadView, type UploadView } from '@/lib/storefront/staff/feed/feeds';
import { NoCatalogs } from '../../catalogs/no-catalogs';
import { StaffFrame } from '../../frame';
import { StaffGate } from '../../gate';
import { applyFeed } from './actions';

const noUpload = { catalogId: null, file: '' };

export default async function UploadPage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/feeds/[upload]'>) {
  const language = await getLocale();
  const answer = await readUploadView((await params).upload, language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffCatalogs(language)} />;
  const { member, value } = answer;
  if (value.kind === 'not_set_up' || value.kind === 'unavailable')
    return <NoCatalogs member={member} why={value.kind} />;
  const t = await getTranslations('catalogAdmin');
  const problem = firstText((await searchParams)['problem']);
  const { catalogId, file } = value.kind === 'not_found' ? noUpload : value.upload;
  return (
    <StaffFrame member={member}>
      <BackLink
        href={catalogId === null ? paths.staffCatalogs(language) : paths.staffCatalog(language, catalogId)}
        label={t('back')}
      />
      <PageTitle
        title={value.kind === 'not_found' ? t('difference.notFound') : t('difference.title', { file })}
        className="pb-4"
      />
      <div className="space-y-10">
        {problem === 'refused' ? <Notice tone="problem" title={t('difference.importRefused')} /> : null}
        {problem === 'unavailable' ? (
          <Notice tone="problem" title={t('difference.importUnavailable')} />
        ) : null}
        <UploadResult value={value} t={t} />
      </div>
    </StaffFrame>
  );
}

interface UploadResultProps {
  readonly value: Exclude<UploadView, { kind: 'not_set_up' | 'unavailable' }>;
  readonly t: Awaited<ReturnType<typeof getTranslations<'catalogAdmin'>>>;
}

function UploadResult({ value, t }: UploadResultProps) {
  switch (value.kind) {
    case 'not_found':
      return <p className="max-w-text">{t('difference.notFoundText')}</p>;
    case 'other':
      return (
        <Notice title={t('difference.other')}>
          <p>{t('difference.otherText')}</p>
        </Notice>
      );
    case 'refused':
      return (
        <DataTable
          caption={t('difference.refused', { count: value.count })}
          columns={[t('columns.path'), t('columns.message')]}
          rows={value.violations.map(({ propertyPath, message }, index) => ({
            key: `${index}`,
            cells: [propertyPath, message],
          }))}
        />
      );
    case 'ready':
      return (
        <>
          <FeedDifference report={value.report} />
          <form action={applyFeed} className="max-w-text space-y-4">
            <HiddenFields upload={value.upload.id} hash={value.upload.hash} />
            <p>{t('difference.applyText')}</p>
            <ConfirmBox label={t('difference.confirm')} />
            <SubmitButton>{t('difference.apply')}</SubmitButton>
          </form>
        </>
      );
  }
}
