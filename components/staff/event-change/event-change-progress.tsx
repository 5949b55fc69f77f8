import { useLocale, useTranslations } from 'next-intl';
import type { EventChange } from '@/lib/shop/tables/event-change-table';
import type { EventChangeProgress, OpenOrder } from '@/lib/shop/data/event-change-store';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import { HiddenFields } from '../../ui/hidden-fields';
import { TextLink } from '../../ui/link';
import { SubmitButton } from '../../ui/submit-button';
import { DataTable } from '../ui/data-table';
import { useSessionName } from './use-session-name';
import { RefreshEvery } from '../../basket/watches';
import { Section } from '../ui/section';
import { useStamp } from '../ui/stamp';
import { PageTitle } from '../ui/page-title';

interface EventChangeProgressProps {
  readonly change: EventChange;
  readonly progress: EventChangeProgress;
  readonly open: readonly OpenOrder[];
  /** Null: the person may not do it. */
  readonly repeat: ((form: FormData) => Promise<void>) | null;
}

const counts = {
  refund: ['found', 'waiting', 'refunding', 'refunded', 'nothing', 'attention', 'settled'],
  rebook: ['found', 'waiting', 'rebooking', 'rebooked', 'nothing', 'attention', 'settled'],
  notify: ['found', 'waiting', 'notified', 'attention', 'settled'],
} as const;

const refreshSeconds = 2;

/** How far the work for a changed session is, and which orders need staff. */
export function EventChangeProgressView({ change, progress, open, repeat }: EventChangeProgressProps) {
  const t = useTranslations('eventChange');
  const language = useLocale();
  const nameOf = useSessionName();
  const stamp = useStamp();
  const { id, action, state, message, staff, createdAt } = change;
  const isDone = state === 'done';
  return (
    <>
      <p className="pt-4">
        <TextLink href={paths.staffEventChanges(language)}>{t('title')}</TextLink>
      </p>
      <PageTitle
        title={t('progress.title', { session: nameOf(change), action: t(`actions.${action}`) })}
        className="pb-4"
      />
      <Target change={change} />
      <p className="pb-6">{t('progress.started', { staff, moment: stamp(createdAt) })}</p>
      <div className="max-w-text space-y-10">
        <div>
          <p role="status" className="pb-3 font-bold">
            {t(`states.${state}`)}
          </p>
          <DataTable
            caption={t('progress.caption')}
            columns={[t('progress.what'), t('progress.count')]}
            rows={counts[action].map((name) => ({
              key: name,
              cells: [t(`progress.${name}`), progress[name].toLocaleString(language)],
            }))}
          />
          {action === 'refund' ? (
            <p className="pt-3 tabular">
              {t('progress.amount', { amount: formatAmount(progress.amount, language) })}
            </p>
          ) : null}
          {isDone ? null : (
            <p className="pt-3">
              <RefreshEvery seconds={refreshSeconds} />
              <TextLink href={paths.staffEventChange(language, id)}>{t('progress.refresh')}</TextLink>
            </p>
          )}
        </div>
        <OpenOrders open={open} count={progress.attention} />
        <Section id="message" title={t('progress.message')}>
          <p className="whitespace-pre-line wrap-anywhere">{message}</p>
        </Section>
        {isDone && repeat !== null ? (
          <form action={repeat} className="space-y-3">
            <HiddenFields id={id} />
            <p>{t('progress.againText')}</p>
            <SubmitButton variant="secondary">{t('progress.again')}</SubmitButton>
          </form>
        ) : null}
      </div>
    </>
  );
}

/** The session for which the tickets are exchanged, if they are. */
function Target({ change }: Pick<EventChangeProgressProps, 'change'>) {
  const t = useTranslations('eventChange');
  const nameOf = useSessionName();
  const { targetOccursAt: occursAt } = change;
  if (occursAt === null) return null;
  return (
    <p className="pb-2 wrap-anywhere">{t('progress.target', { session: nameOf({ ...change, occursAt }) })}</p>
  );
}

function OpenOrders({ open, count }: { open: readonly OpenOrder[]; count: number }) {
  const t = useTranslations('eventChange');
  const language = useLocale();
  if (open.length === 0) return null;
  return (
    <Section id="attention" title={t('progress.attentionTitle')}>
      <DataTable
        caption={count > open.length ? t('progress.more', { count: open.length }) : ''}
        columns={[t('columns.order'), t('columns.problem')]}
        rows={open.map(({ checkoutId, reference, problem }) => ({
          key: checkoutId,
          cells: [
            <TextLink key="order" href={paths.staffOrder(language, checkoutId)}>
              {reference}
            </TextLink>,
            problem === null ? '' : t(`problem.${problem}`),
          ],
        }))}
      />
    </Section>
  );
}
