import { useLocale, useMessages, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { venueTime } from '@/lib/locale/venue-time';
import type { DoorPage as Read } from '@/lib/storefront/staff/door/door';
import type { DoorAnswer } from '@/lib/storefront/staff/door/door-answers';
import type { StaffCatalogs } from '@/lib/shop/rules/staff-catalogs';
import type { DoorSettings } from '@/lib/storefront/staff/door/door-form';
import { useShopZone } from '../ui/stamp';
import { Notice } from '../../ui/notice';
import { ChooseForm } from './choose-form';
import { isChosen, isEverything } from './chosen-visits';
import { Door } from './door';
import type { DoorActions } from './door-actions';
import type { DoorTexts } from './door-texts';
import { withinOf } from './stored-within';

interface DoorPageProps {
  readonly answer: DoorAnswer<Read>;
  /** With which the person works. */
  readonly catalogs: StaffCatalogs;
  /** Null until the entrance is chosen. */
  readonly settings: DoorSettings | null;
  /** The settings as values of a form. */
  readonly entries: readonly (readonly [string, string])[];
  readonly date: string | undefined;
  /** The name of the entrance in the address. */
  readonly entrance: string | undefined;
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
  catalogs,
  settings,
  entries,
  date,
  entrance,
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
  const { visits, shown, found, conflicts } = answer.value;
  if (settings === null) {
    return (
      <div data-door="choose">
        <ChooseForm visits={visits} date={date} entrance={entrance} />
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
        within={withinOf(catalogs)}
        counted={countOf(visits, settings)}
        timezone={visits[0]?.timezone ?? shopZone}
        fields={entries.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        texts={texts}
        scannerTexts={scannerTexts}
        language={language}
        shown={shown === null ? null : { ...shown, isOtherLayout }}
        found={found}
        conflicts={conflicts}
        actions={actions}
        signInPath={paths.staffDoor(language)}
      />
    </div>
  );
}

/** How many tickets of what is admitted here there are, and how many are in: when the page was read. */
function countOf(visits: Read['visits'], settings: DoorSettings) {
  const chosen = visits.filter((visit) => isChosen(visit, settings));
  const sum = (name: 'admitted' | 'tickets') => chosen.reduce((total, visit) => total + visit[name], 0);
  return { admitted: sum('admitted'), tickets: sum('tickets') };
}

/** Which entrance this is, and what is admitted here. */
function Summary({ settings, visits }: { settings: DoorSettings; visits: Read['visits'] }) {
  const t = useTranslations('door');
  const language = useLocale();
  const { entrance } = settings;
  const chosen = visits.filter((visit) => isChosen(visit, settings));
  const names = chosen.map(({ event, occursAt, timezone }) =>
    occursAt === null ? `${event}, ${t('choose.anyTime')}` : `${event}, ${venueTime(occursAt, timezone)}`,
  );
  return (
    <div className="pb-6">
      <p className="text-lead font-bold">{entrance}</p>
      <p>{isEverything(settings) ? t('scan.everything') : names.join(' · ')}</p>
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
