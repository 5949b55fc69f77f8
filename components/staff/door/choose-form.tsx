import { useLocale, useMessages, useTranslations } from 'next-intl';
import type { AdmissionSession } from '@/lib/contract/admission';
import { lastSegment } from '@/lib/contract/iri';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueTime } from '@/lib/locale/venue-time';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { RememberEntrance } from './remember-entrance';
import { SoundTest } from './sound-test';

interface ChooseFormProps {
  readonly visits: readonly AdmissionSession[];
  readonly date: string | undefined;
  /** Its name was sent, but nothing was chosen. */
  readonly entrance: string | undefined;
}

/** The value of a visit in the address of the page. */
const valueOf = ({ session, eventId }: AdmissionSession) =>
  session === null ? `event:${eventId}` : `session:${lastSegment(session)}`;

/** Which entrance this is, and what is admitted here: a plain GET form, so that the page has an address. */
export function ChooseForm({ visits, date, entrance }: ChooseFormProps) {
  const t = useTranslations('door.choose');
  const language = useLocale();
  const action = paths.staffDoor(language);
  const { sound } = useMessages().door;
  return (
    <div className="max-w-text space-y-10 pb-10">
      {entrance === undefined ? null : <Notice tone="problem" title={t('nothingChosen')} />}
      <form action={action} className="space-y-6">
        <Field
          name="entrance"
          label={t('entrance')}
          hint={t('entranceHint')}
          maxLength={100}
          defaultValue={entrance}
          autoComplete="off"
          required
        />
        <RememberEntrance field="entrance" />
        {date === undefined ? null : <input type="hidden" name="date" value={date} />}
        <Visits visits={visits} />
        <label className="flex min-h-target items-start gap-x-3 py-2">
          <input type="checkbox" name="visit" value="all" className="mt-0.5 size-6 flex-none" />
          <span>
            <b className="font-bold">{t('everything')}</b>
            <br />
            <span className="text-small text-ink-soft">{t('everythingHint')}</span>
          </span>
        </label>
        <SoundTest texts={sound} />
        <Button type="submit">{t('start')}</Button>
      </form>
      <form action={action} className="flex flex-wrap items-end gap-3 border-t border-rule pt-6">
        <div className="min-w-0 grow basis-56">
          <Field name="date" type="date" label={t('date')} hint={t('dateHint')} defaultValue={date} />
        </div>
        <Button type="submit" variant="secondary">
          {t('showDay')}
        </Button>
      </form>
    </div>
  );
}

function Visits({ visits }: Pick<ChooseFormProps, 'visits'>) {
  const t = useTranslations('door.choose');
  const language = useLocale();
  if (visits.length === 0) return <p>{t('none')}</p>;
  return (
    <fieldset>
      <legend className="pb-2 font-bold">{t('visits')}</legend>
      <ul className="divide-y divide-rule border-y border-rule">
        {visits.map((visit) => (
          <li key={valueOf(visit)}>
            <label className="flex min-h-target items-center gap-x-3 py-2">
              <input type="checkbox" name="visit" value={valueOf(visit)} className="size-6 flex-none" />
              <span className="min-w-0 grow">
                <b className="font-bold">{visit.event}</b>, {formatDay(visit.day, language, 'short')},{' '}
                {visit.occursAt === null ? t('anyTime') : venueTime(visit.occursAt, visit.timezone)}
              </span>
              <span className="text-right text-small text-ink-soft">
                {t('counts', { admitted: visit.admitted, tickets: visit.tickets })}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
