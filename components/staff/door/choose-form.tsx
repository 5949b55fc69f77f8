import { useLocale, useTranslations } from 'next-intl';
import type { AdmissionSession } from '@/lib/contract/admission';
import { lastSegment } from '@/lib/contract/iri';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueTime } from '@/lib/locale/venue-time';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { RememberEntrance } from './remember-entrance';

interface ChooseFormProps {
  readonly visits: readonly AdmissionSession[];
  readonly date: string | undefined;
}

/** The value of a visit in the address of the page. */
const valueOf = ({ session, eventId }: AdmissionSession) =>
  session === null ? `event:${eventId}` : `session:${lastSegment(session)}`;

/** Which entrance this is, and what is admitted here: a plain GET form, so that the page has an address. */
export function ChooseForm({ visits, date }: ChooseFormProps) {
  const t = useTranslations('door.choose');
  const language = useLocale();
  const action = paths.staffDoor(language);
  return (
    <div className="max-w-text space-y-10 pb-10">
      <form action={action} className="space-y-6">
        <Field
          name="entrance"
          label={t('entrance')}
          hint={t('entranceHint')}
          maxLength={100}
          autoComplete="off"
          required
        />
        <RememberEntrance field="entrance" />
        {date === undefined ? null : <input type="hidden" name="date" value={date} />}
        <Visits visits={visits} />
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
    <fieldset aria-describedby="visits-hint">
      <legend className="font-bold">{t('visits')}</legend>
      <p id="visits-hint" className="pb-2 text-small text-ink-soft">
        {t('visitsHint')}
      </p>
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
