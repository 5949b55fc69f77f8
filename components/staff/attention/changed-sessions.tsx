import { useLocale, useTranslations } from 'next-intl';
import type { OpenSessionChanges, StoredSessionChange } from '@/lib/shop/data/session-change-store';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';
import { Field } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { SubmitButton } from '../../ui/submit-button';
import { useSessionName } from '../event-change/use-session-name';
import { RowLink } from '../ui/row-link';
import { useStamp } from '../ui/stamp';

/** What became of a reason that a person gave. `late`: it had left the list; `reason`: there was none. */
export const acknowledgedChanges = ['done', 'late', 'reason'] as const;
export type AcknowledgedChange = (typeof acknowledgedChanges)[number];

interface ChangedSessionsProps {
  changes: OpenSessionChanges;
  acknowledged: AcknowledgedChange | null;
  /** Null: this person may only look. */
  acknowledge: ((form: FormData) => Promise<void>) | null;
}

/** Sessions with valid tickets that feeds changed, and for which staff have not decided anything. */
export function ChangedSessions({ changes, acknowledged, acknowledge }: ChangedSessionsProps) {
  const t = useTranslations('eventChange.changed');
  const { count, entries } = changes;
  return (
    <>
      {acknowledged === null ? null : (
        <p role="status" className="max-w-text border-l-4 border-ink py-2 pl-4">
          {t(`told.${acknowledged}`)}
        </p>
      )}
      {count === 0 ? null : (
        <section aria-labelledby="changed-sessions" className="pt-6">
          <h3 id="changed-sessions" className="pb-2 text-base font-bold">
            {t('title', { count })}
          </h3>
          <p className="max-w-text pb-3">{t(acknowledge === null ? 'textToRead' : 'text')}</p>
          <ol>
            {entries.map((one) => (
              <ChangedSession key={one.id} one={one} acknowledge={acknowledge} />
            ))}
          </ol>
          {entries.length < count ? <p className="pt-3">{t('more', { shown: entries.length })}</p> : null}
        </section>
      )}
    </>
  );
}

function ChangedSession({
  one,
  acknowledge,
}: { one: StoredSessionChange } & Pick<ChangedSessionsProps, 'acknowledge'>) {
  const t = useTranslations('eventChange');
  const language = useLocale();
  const stamp = useStamp();
  const { id, catalogId, sessionId, eventName, timezone, what, fromTime, toTime, tickets, orders } = one;
  const name = useSessionName()({ eventName, timezone, occursAt: fromTime });
  const to = toTime?.toISOString();
  return (
    <li className="grid gap-x-6 gap-y-2 border-t border-rule py-3 md:grid-cols-2">
      <div>
        <p className="font-bold wrap-anywhere">{name}</p>
        <p>
          {to === undefined
            ? t(`changed.what.${what}`)
            : t('changed.movedTo', {
                time: `${formatDay(venueDay(to, timezone), language, 'short')}, ${venueTime(to, timezone)}`,
              })}
        </p>
        <p className="tabular text-small">{t('changed.sold', { tickets, orders })}</p>
        <p className="tabular text-small text-ink-soft">
          {t('changed.imported', { moment: stamp(one.changedAt) })}
        </p>
        {acknowledge === null ? null : (
          <RowLink
            href={paths.staffStartEventChange(language, { catalog: catalogId, session: sessionId })}
            label={t('link')}
            about={name}
          />
        )}
      </div>
      {acknowledge === null ? null : (
        <form action={acknowledge} className="max-w-text space-y-3">
          <HiddenFields id={id} />
          <Field
            id={`reason-${id}`}
            name="reason"
            label={t('changed.reason')}
            hint={t('changed.reasonHint')}
            required
            maxLength={500}
            autoComplete="off"
          />
          <SubmitButton variant="secondary">
            {t('changed.button')}
            <span className="sr-only"> ({name})</span>
          </SubmitButton>
        </form>
      )}
    </li>
  );
}
