import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { AcknowledgedCounts } from '@/lib/shop/flows/attention/acknowledge-tasks';
import { paths } from '@/lib/locale/paths';
import { TextLink } from '../../ui/link';
import { AttentionGroup } from './attention-group';
import type { AttentionPartView } from './attention-view';
import { Section } from '../ui/section';

function Acknowledged({ counts }: { counts: AcknowledgedCounts }) {
  const t = useTranslations('staff.attention.told');
  const outcomes = (['acknowledged', 'before', 'changed', 'unsaid', 'failed'] as const).filter(
    (name) => counts[name] > 0,
  );
  return (
    <div role="status" className="max-w-text space-y-1 border-l-4 border-ink py-2 pl-4">
      {outcomes.length === 0 ? <p>{t('nothing')}</p> : null}
      {outcomes.map((name) => (
        <p key={name}>{t(name, { count: counts[name] })}</p>
      ))}
    </div>
  );
}

interface AttentionListProps {
  /** What waits beside purchases; null: nothing does. */
  changedSessions: ReactNode;
  parts: readonly AttentionPartView[];
  isOneGroup: boolean;
  acknowledged: AcknowledgedCounts | null;
  /** Null: this person may only look. */
  acknowledge: ((form: FormData) => Promise<void>) | null;
}

export function AttentionList({
  parts,
  changedSessions,
  isOneGroup,
  acknowledged,
  acknowledge,
}: AttentionListProps) {
  const t = useTranslations('staff.attention');
  const language = useLocale();
  return (
    <Section id="attention" title={t('title')}>
      {acknowledged === null ? null : <Acknowledged counts={acknowledged} />}
      {isOneGroup ? <TextLink href={`${paths.staff(language)}#attention`}>{t('back')}</TextLink> : null}
      {changedSessions}
      {parts.length === 0 && changedSessions === null ? <p>{t('none')}</p> : null}
      {parts.map((part) => (
        <AttentionGroup key={part.group} part={part} acknowledge={acknowledge} isAlone={isOneGroup} />
      ))}
    </Section>
  );
}
