import { useLocale, useTranslations } from 'next-intl';
import type { ManagedCatalog } from '@/lib/contract/managed-catalog';
import { paths } from '@/lib/locale/paths';
import { Empty } from '../../ui/empty';
import { Link } from '../../ui/link';
import { DataTable } from '../ui/data-table';
import { useStamp } from '../ui/stamp';

/** The catalogues of the issuer, also hidden ones. */
export function CatalogList({ catalogs }: { catalogs: readonly ManagedCatalog[] }) {
  const t = useTranslations('catalogAdmin');
  const language = useLocale();
  const stamp = useStamp();
  if (catalogs.length === 0) return <Empty title={t('none')} />;
  return (
    <DataTable
      caption={t('title')}
      columns={(['name', 'key', 'state', 'syncedAt', 'overrides'] as const).map((name) =>
        t(`columns.${name}`),
      )}
      rows={catalogs.map((one) => ({
        key: one.id,
        cells: [
          <Link
            key="name"
            href={paths.staffCatalog(language, one.id)}
            className="inline-flex min-h-target items-center underline"
          >
            {one.name}
          </Link>,
          one.key,
          t(one.hidden === null ? 'listed' : 'hidden'),
          stamp(new Date(one.syncedAt)),
          one.overrideCount,
        ],
      }))}
    />
  );
}
