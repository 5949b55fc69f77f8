import { useTranslations } from 'next-intl';
import type { DraftCheck } from '@/lib/contract/catalog-draft';
import { feedKinds } from '@/lib/contract/feed-import';

/** How many things of each kind publishing adds, changes and removes. */
export function ChangesInWords({ counts }: { counts: NonNullable<DraftCheck['counts']> }) {
  const t = useTranslations();
  const lines = feedKinds.flatMap((kind) => {
    const { added, changed, retired } = counts[kind];
    return added + changed + retired === 0 ? [] : [{ kind, added, changed, removed: retired }];
  });
  if (lines.length === 0) return <p>{t('setup.publish.same')}</p>;
  return (
    <ul className="list-disc pl-5">
      {lines.map(({ kind, ...numbers }) => (
        <li key={kind}>{t('setup.publish.line', { kind: t(`catalogAdmin.kinds.${kind}`), ...numbers })}</li>
      ))}
    </ul>
  );
}
