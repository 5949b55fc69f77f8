import { useTranslations } from 'next-intl';
import type { TimelineEntry } from '@/lib/checkout/queries';
import { useStamp } from './stamp';
import { useDetails } from './timeline-details';

function Entry({ entry }: { entry: TimelineEntry }) {
  const t = useTranslations('staff.happened');
  const stamp = useStamp();
  const details = useDetails(entry);
  const { what } = entry;
  return (
    <li className="grid gap-x-6 border-t border-rule py-2 sm:grid-cols-[12rem_1fr]">
      <time dateTime={entry.at.toISOString()} className="text-small text-ink-soft">
        {stamp(entry.at)}
      </time>
      <p>
        {/* A newer release may have stored an event that this one does not know. */}
        {t.has(what) ? t(what) : t('other', { what })}
        {details === '' ? null : <span className="tabular text-small text-ink-soft"> {details}</span>}
      </p>
    </li>
  );
}

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useTranslations('staff.order');
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="pb-3 text-heading">
        {t('timeline')}
      </h2>
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}
