import { getTranslations } from 'next-intl/server';
import { EventPreview } from '@/components/staff/setup/event-preview';
import { PageTitle } from '@/components/staff/ui/page-title';
import { Empty } from '@/components/ui/empty';
import { Notice } from '@/components/ui/notice';
import { eventsOf } from '@/lib/setup/event-view';
import { previewsOf } from '@/lib/storefront/staff/setup/preview';
import type { OpenDraft } from '@/lib/storefront/staff/setup/setup-reads';
import { WithDraft } from '../../with-draft';

export default async function PreviewPage({
  params,
}: PageProps<'/[locale]/staff/setup/[catalogId]/preview'>) {
  const { catalogId } = await params;
  return (
    <WithDraft catalogId={catalogId}>
      {(open, language) => <Preview open={open} events={previewsOf(open.draft, open.catalogId, language)} />}
    </WithDraft>
  );
}

interface PreviewProps {
  readonly open: OpenDraft;
  readonly events: ReturnType<typeof previewsOf>;
}

async function Preview({ open, events }: PreviewProps) {
  const t = await getTranslations('setup');
  return (
    <>
      <PageTitle title={t('parts.preview')} of={open.name} className="pb-4" />
      <div className="space-y-12">
        <Notice title={t('preview.text')} />
        {eventsOf(open.draft).length === 0 ? <Empty title={t('findings.points.no_event')} /> : null}
        {events.map((event) => (
          <EventPreview key={event.key} event={event} />
        ))}
      </div>
    </>
  );
}
