import { useLocale, useTranslations } from 'next-intl';
import type { ManagedCatalog } from '@/lib/contract/managed-catalog';
import { paths } from '@/lib/locale/paths';
import type { ListedCatalog } from '@/lib/storefront/staff/setup/setup-reads';
import { Empty } from '../../ui/empty';
import { TextLink } from '../../ui/link';
import { DataTable } from '../ui/data-table';
import { Section } from '../ui/section';
import { useStamp } from '../ui/stamp';

/** The catalogues that people write. */
export function WrittenCatalogs({ catalogs }: { catalogs: readonly ListedCatalog[] }) {
  const t = useTranslations('setup');
  const language = useLocale();
  const stamp = useStamp();
  if (catalogs.length === 0) return <Empty title={t('none')}>{t('noneText')}</Empty>;
  return (
    <Section id="written" title={t('written')}>
      <DataTable
        caption=""
        columns={(['name', 'state', 'since', 'open'] as const).map((name) => t(`columns.${name}`))}
        long={[t('columns.name')]}
        rows={catalogs.map(({ id, name, published, draft, errorCount }) => ({
          key: id,
          cells: [
            <TextLink key="name" href={paths.staffSetupCatalog(language, id)}>
              {name}
            </TextLink>,
            t(`states.${stateOf(published, draft)}`),
            stamp(new Date(draft?.changedAt ?? published?.syncedAt ?? 0)),
            errorCount === null ? '–' : t('points', { count: errorCount }),
          ],
        }))}
      />
    </Section>
  );
}

/** What of a catalogue is published, and what is not. */
export function stateOf(published: unknown, draft: unknown): 'new' | 'changed' | 'published' {
  if (published === null) return 'new';
  return draft === null ? 'published' : 'changed';
}

/** The catalogues of programs, which people can take over. */
export function FeedCatalogs({ catalogs }: { catalogs: readonly ManagedCatalog[] }) {
  const t = useTranslations('setup');
  const language = useLocale();
  const stamp = useStamp();
  return (
    <Section id="feeds" title={t('fromFeeds')}>
      <DataTable
        caption={t('fromFeedsText')}
        columns={[t('columns.name'), t('columns.imported')]}
        rows={catalogs.map(({ id, name, syncedAt }) => ({
          key: id,
          cells: [
            <TextLink key="name" href={paths.staffSetupCatalog(language, id)}>
              {name}
            </TextLink>,
            stamp(new Date(syncedAt)),
          ],
        }))}
      />
    </Section>
  );
}
