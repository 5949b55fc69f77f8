import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { Link } from '../ui/link';
import { AttentionGroup, type Action } from './attention-group';
import type { AcknowledgedView, AttentionPartView } from './attention-view';

/** What became of the entries that were ticked. */
function Acknowledged({ counts }: { counts: AcknowledgedView }) {
  const t = useTranslations('staff.attention.told');
  const told = (['acknowledged', 'before', 'changed', 'failed'] as const).filter((name) => counts[name] > 0);
  return (
    <div role="status" className="max-w-text space-y-1 border-l-4 border-ink py-2 pl-4">
      {told.length === 0 ? <p>{t('nothing')}</p> : null}
      {told.map((name) => (
        <p key={name}>{t(name, { count: counts[name] })}</p>
      ))}
    </div>
  );
}

/** What no program can settle, in groups by what staff can do about it; or one of these groups. */
export function AttentionList({
  parts,
  isOneGroup,
  acknowledged,
  acknowledge,
}: {
  parts: readonly AttentionPartView[];
  isOneGroup: boolean;
  acknowledged: AcknowledgedView | null;
  acknowledge: Action;
}) {
  const t = useTranslations('staff.attention');
  const language = useLocale();
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="pb-2 text-heading">
        {t('title')}
      </h2>
      {acknowledged === null ? null : <Acknowledged counts={acknowledged} />}
      {isOneGroup ? (
        <Link
          href={`${paths.staff(language)}#attention`}
          className="inline-flex min-h-target items-center underline"
        >
          {t('back')}
        </Link>
      ) : null}
      {parts.length === 0 ? <p>{t('none')}</p> : null}
      {parts.map((part) => (
        <AttentionGroup key={part.group} part={part} acknowledge={acknowledge} isAlone={isOneGroup} />
      ))}
    </section>
  );
}
