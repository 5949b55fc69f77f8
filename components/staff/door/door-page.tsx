import { useLocale, useMessages, useTranslations } from 'next-intl';
import { lastSegment } from '@/lib/contract/iri';
import { paths } from '@/lib/locale/paths';
import { venueTime } from '@/lib/locale/venue-time';
import type { DoorAnswer, DoorPage as Read } from '@/lib/storefront/staff/door/door';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import { useShopZone } from '../ui/stamp';
import { Notice } from '../../ui/notice';
import { ChooseForm } from './choose-form';
import { Door } from './door';
import type { DoorActions } from './door-actions';
import type { DoorTexts } from './door-texts';

interface DoorPageProps {
  readonly answer: DoorAnswer<Read>;
  /** Null until the entrance is chosen. */
  readonly settings: DoorSettings | null;
  /** The settings as values of a form. */
  readonly entries: readonly (readonly [string, string])[];
  readonly date: string | undefined;
  /** Why a form without scripts has no result. */
  readonly problem: string | undefined;
  /** The scanner of the form without scripts probably has another keyboard layout than the device. */
  readonly isOtherLayout: boolean;
  readonly actions: DoorActions;
}

const isProblem = (name: string, { problems }: DoorTexts): name is keyof typeof problems =>
  Object.hasOwn(problems, name);

/** The choice of an entrance, or the entrance. The service worker stores only a page that is marked as open. */
export function DoorPage({
  answer,
  settings,
  entries,
  date,
  problem,
  isOtherLayout,
  actions,
}: DoorPageProps) {
  const { door: texts, scanner: scannerTexts } = useMessages();
  const language = useLocale();
  const shopZone = useShopZone();
  if (answer.kind === 'problem') {
    return (
      <div data-door="away" className="pb-10">
        <Notice tone="problem" title={texts.problems[answer.problem]} />
      </div>
    );
  }
  const { visits, shown, conflicts } = answer.value;
  if (settings === null) {
    return (
      <div data-door="choose">
        <ChooseForm visits={visits} date={date} />
      </div>
    );
  }
  return (
    <div data-door="open">
      {problem !== undefined && isProblem(problem, texts) ? (
        <div className="pb-6">
          <Notice tone="problem" title={texts.problems[problem]} />
        </div>
      ) : null}
      <Summary settings={settings} visits={visits} />
      <Door
        settings={settings}
        timezone={visits[0]?.timezone ?? shopZone}
        fields={entries.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        texts={texts}
        scannerTexts={scannerTexts}
        language={language}
        shown={shown === null ? null : { ...shown, isOtherLayout }}
        conflicts={conflicts}
        actions={actions}
        signInPath={paths.staffDoor(language)}
      />
    </div>
  );
}

/** Which entrance this is, and what is admitted here. */
function Summary({ settings, visits }: { settings: DoorSettings; visits: Read['visits'] }) {
  const t = useTranslations('door');
  const language = useLocale();
  const { entrance, sessions, events } = settings;
  const chosen = visits.filter(({ session, eventId }) =>
    session === null ? events.includes(eventId) : sessions.includes(lastSegment(session)),
  );
  const names = chosen.map(({ event, occursAt, timezone }) =>
    occursAt === null ? `${event}, ${t('choose.anyTime')}` : `${event}, ${venueTime(occursAt, timezone)}`,
  );
  const isEverything = sessions.length === 0 && events.length === 0;
  return (
    <div className="pb-6">
      <p className="text-lead font-bold">{entrance}</p>
      <p>{isEverything ? t('scan.everything') : names.join(' · ')}</p>
      <p>
        <a
          href={paths.staffDoor(language)}
          className="inline-flex min-h-target items-center text-small underline"
        >
          {t('choose.change')}
        </a>
      </p>
    </div>
  );
}
