import { useTranslations } from 'next-intl';
import { type FeedImport, type FeedKind, feedKinds, mostOfDifference } from '@/lib/contract/feed-import';
import { useMoment } from './feed-sold-sessions';

const changes = ['retired', 'changed', 'added'] as const;

/** The names of what is added, changed or removed, by kind. */
export function FeedThings({ report }: { report: Pick<FeedImport, FeedKind | 'difference'> }) {
  const t = useTranslations('catalogAdmin');
  const moment = useMoment();
  const { things } = report.difference;
  const groups = feedKinds.flatMap((kind) =>
    changes.map((change) => ({
      kind,
      change,
      count: report[kind][change],
      listed: things.filter((thing) => thing.kind === kind && thing.change === change),
    })),
  );
  return groups
    .filter(({ listed }) => listed.length > 0)
    .map(({ kind, change, count, listed }) => (
      <details key={`${kind} ${change}`}>
        <summary className="min-h-target py-2 text-lead font-bold">
          {t('difference.things', { kind: t(`kinds.${kind}`), change: t(`counts.${change}`), count })}
        </summary>
        {count > listed.length ? <p>{t('difference.more', { shown: mostOfDifference })}</p> : null}
        <ul className="list-disc space-y-1 pl-5">
          {listed.map((thing) => (
            <li key={thing.id} className="wrap-anywhere">
              {[thing.name, moment(thing)].filter((part) => part !== '').join(' · ')}
              {thing.members.length === 0 ? null : (
                <span className="block text-small text-ink-soft">
                  {t('difference.members', { members: thing.members.join(', ') })}
                </span>
              )}
            </li>
          ))}
        </ul>
      </details>
    ));
}
