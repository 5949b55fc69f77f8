import { getTranslations } from 'next-intl/server';
import { ImportForm } from '@/components/staff/setup/import-form';
import { ImportResult } from '@/components/staff/setup/import-result';
import { SetupForm } from '@/components/staff/setup/setup-form';
import { PageTitle } from '@/components/staff/ui/page-title';
import { firstText, oneOfParameter } from '@/lib/storefront/common/request/parameters';
import { importProblems, readImportView } from '@/lib/storefront/staff/setup/import';
import type { OpenDraft } from '@/lib/storefront/staff/setup/setup-reads';
import { WithDraft } from '../../with-draft';
import { putIntoDraft } from './actions';

export default async function ImportPage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/setup/[catalogId]/import'>) {
  const { catalogId } = await params;
  const { upload, problem } = await searchParams;
  return (
    <WithDraft catalogId={catalogId}>
      {(open) => <Import open={open} upload={firstText(upload)} problem={firstText(problem)} />}
    </WithDraft>
  );
}

interface ImportProps {
  readonly open: OpenDraft;
  readonly upload: string | undefined;
  readonly problem: string | undefined;
}

async function Import({ open, upload, problem }: ImportProps) {
  const t = await getTranslations('setup.import');
  const view = upload === undefined ? null : await readImportView(open, upload);
  const gone = upload !== undefined && view === null ? ('gone' as const) : null;
  const refused = typeof view?.result === 'string' ? view.result : null;
  const { catalogId } = open;
  return (
    <>
      <PageTitle title={t('title')} of={open.name} className="pb-4" />
      <div className="space-y-10">
        {view === null || typeof view.result === 'string' ? null : (
          <ImportResult file={view.upload.file} result={view.result}>
            <SetupForm
              action={putIntoDraft}
              about={{ catalogId, upload: view.upload.id, hash: view.upload.hash }}
              version={open.version}
              values={{}}
              groups={[]}
              buttons={[{ intent: 'save', label: t('put') }]}
            />
          </ImportResult>
        )}
        <ImportForm
          catalogId={catalogId}
          problem={refused ?? gone ?? oneOfParameter(importProblems, problem)}
          isAnother={view !== null && refused === null}
        />
      </div>
    </>
  );
}
