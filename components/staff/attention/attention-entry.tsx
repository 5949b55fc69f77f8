import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { incidentAmount } from '../../order/incident-view';
import { Link } from '../../ui/link';
import type { WaitingView } from './attention-view';
import { spokenDuration } from '../order/order-view';
import { useStamp } from '../ui/stamp';
import { useReasonText } from '../ui/staff-texts';

function Facts({ one }: { one: WaitingView }) {
  const t = useTranslations('staff');
  const language = useLocale();
  const stamp = useStamp();
  const { task, state, total } = one;
  const facts = [
    ...(state === 'attention' ? [] : [t(`states.${state}`)]),
    ...(total === null ? [] : [incidentAmount({ amount: total, currency: task.currency }, language)]),
  ];
  return (
    <>
      <p className="text-small">
        {t('attention.waits', { time: spokenDuration(one.waitingSeconds, language) })}
      </p>
      {task.dueAt === null ? null : (
        <p className="tabular text-small font-bold">{t('incidents.due', { moment: stamp(task.dueAt) })}</p>
      )}
      <p className="tabular text-small text-ink-soft">{facts.join(' · ')}</p>
      <p className="tabular text-small break-all text-ink-soft">
        {[...one.references, one.email ?? ''].filter((part) => part !== '').join(' · ')}
      </p>
    </>
  );
}

function Tick({ one }: { one: WaitingView }) {
  const t = useTranslations('staff.attention');
  return (
    <label className="flex min-h-target min-w-target items-center justify-center">
      <input
        type="checkbox"
        name="task"
        value={`${one.id} ${one.task.reason} ${one.task.key}`}
        className="size-5"
      />
      <span className="sr-only">{t('tick', { reference: one.reference })}</span>
    </label>
  );
}

interface AttentionEntryProps {
  one: WaitingView;
  canTick: boolean;
  saysReason: boolean;
}

export function AttentionEntry({ one, canTick, saysReason }: AttentionEntryProps) {
  const reasonText = useReasonText();
  const language = useLocale();
  return (
    <li className="flex gap-x-3 border-t border-rule py-3">
      {canTick ? <Tick one={one} /> : null}
      <div className="grid grow gap-x-6 md:grid-cols-[16rem_1fr]">
        <div>
          <Link
            href={paths.staffOrder(language, one.id)}
            className="tabular inline-flex min-h-target items-center font-bold underline"
          >
            {one.reference}
          </Link>
          <Facts one={one} />
        </div>
        {saysReason ? <p className="max-w-text pt-2">{reasonText(one.task.reason)}</p> : null}
      </div>
    </li>
  );
}
