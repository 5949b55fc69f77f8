import { getLocale, getTranslations } from 'next-intl/server';
import { SetupForm } from '@/components/staff/setup/setup-form';
import { Section } from '@/components/staff/ui/section';
import { Empty } from '@/components/ui/empty';
import { Link, TextLink } from '@/components/ui/link';
import { plannedStates } from '@/lib/contract/feed';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { formatDay, formatMonth } from '@/lib/locale/venue-time';
import type { EventView } from '@/lib/setup/event-view';
import { monthsOf, sessionsOf, type SessionView } from '@/lib/setup/session-view';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { todayOf } from '@/lib/storefront/staff/setup/save-sessions';
import type { OpenDraft } from '@/lib/storefront/staff/setup/setup-reads';
import { fieldMaker } from '../../field-texts';
import { sessionTermsText } from '../../preview-lines';
import { changedTerms, previewButtons, weekdaysField } from '../../session-groups';
import { WithEvent } from '../with-event';
import { changeChosenSessions, changeSessions, moveOneSession } from './actions';

export default async function SessionsPage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/setup/[catalogId]/sessions'>) {
  const { catalogId } = await params;
  const parameters = await searchParams;
  const month = firstText(parameters['month']);
  return (
    <WithEvent catalogId={catalogId} parameters={parameters} part="sessions">
      {(open, event) => <Sessions open={open} event={event} month={month} />}
    </WithEvent>
  );
}

interface SessionsProps {
  readonly open: OpenDraft;
  readonly event: EventView;
  /** The month that is asked for; without it, this one or the next that has sessions. */
  readonly month: string | undefined;
}

async function Sessions({ open, event, month }: SessionsProps) {
  const t = await getTranslations('setup');
  const language = await getLocale();
  const all = sessionsOf(open.draft, event.key);
  const months = monthsOf(all);
  const now = todayOf(open.draft).slice(0, 7);
  const shown = months.find((one) => one === month) ?? months.find((one) => one >= now) ?? months.at(-1);
  const part = (to: 'series' | 'season') =>
    paths.staffSetupPart(language, open.catalogId, to, to === 'series' ? { key: event.key } : {});
  return (
    <div className="space-y-10">
      <p className="flex flex-wrap gap-x-6">
        <TextLink href={part('series')}>{t('parts.series')}</TextLink>
        <TextLink href={part('season')}>{t('parts.season')}</TextLink>
        <TextLink href={paths.staffSetupPart(language, open.catalogId, 'event', { key: event.key })}>
          {t('parts.event')}
        </TextLink>
        {/* A month has a hundred sessions and more; these are below them. */}
        {shown === undefined
          ? null
          : (['move', 'many'] as const).map((section) => (
              <TextLink key={section} href={`#${section}`}>
                {t(`sessions.${section}`)}
              </TextLink>
            ))}
      </p>
      {shown === undefined ? (
        <Empty title={t('sessions.none')} />
      ) : (
        <>
          <nav aria-label={t('sessions.months')}>
            <ul className="flex flex-wrap gap-x-5">
              {months.map((one) => (
                <li key={one}>
                  <Link
                    href={paths.staffSetupPart(language, open.catalogId, 'sessions', {
                      key: event.key,
                      month: one,
                    })}
                    aria-current={one === shown ? 'page' : undefined}
                    className="inline-flex min-h-target items-center underline aria-[current]:font-bold aria-[current]:no-underline"
                  >
                    {formatMonth(one, language)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Month open={open} event={event} sessions={all.filter(({ day }) => day.startsWith(shown))} />
          <Many open={open} event={event} />
        </>
      )}
    </div>
  );
}

interface MonthProps extends Omit<SessionsProps, 'month'> {
  readonly sessions: readonly SessionView[];
}

async function Month({ open, event, sessions }: MonthProps) {
  const t = await getTranslations('setup.sessions');
  const field = await fieldMaker();
  const choices = await sessionChoices(sessions);
  const shared = { about: { catalogId: open.catalogId, thing: event.key }, version: open.version };
  const states = await stateChoices();
  return (
    <>
      <SetupForm
        {...shared}
        action={changeSessions}
        values={{}}
        groups={[
          { fields: [field('sessions', { kind: 'ticks', choices })] },
          {
            title: t('change'),
            hint: t('changeText'),
            fields: [...(await changedTerms()), field('status', { kind: 'choice', choices: states })],
          },
        ]}
        buttons={[
          { intent: 'change', label: t('changeButton') },
          { intent: 'remove', label: t('removeButton'), variant: 'secondary' },
        ]}
      />
      <Section id="move" title={t('move')}>
        <SetupForm
          {...shared}
          prefix="move-"
          action={moveOneSession}
          values={{}}
          groups={[
            {
              fields: [
                field('session', { kind: 'choice', choices }),
                field('day', { type: 'date' }),
                field('time', { type: 'time' }),
              ],
            },
          ]}
          buttons={[{ intent: 'save', label: t('moveButton') }]}
        />
      </Section>
    </>
  );
}

/** All sessions of a period at once, also of several months. */
async function Many({ open, event }: Omit<SessionsProps, 'month'>) {
  const t = await getTranslations('setup.sessions');
  const field = await fieldMaker();
  const optional = true;
  const acts = (['change', 'remove'] as const).map((value) => ({ value, label: t(`acts.${value}`) }));
  return (
    <Section id="many" title={t('many')}>
      <SetupForm
        prefix="many-"
        action={changeChosenSessions}
        about={{ catalogId: open.catalogId, thing: event.key }}
        version={open.version}
        values={{}}
        groups={[
          {
            hint: t('manyText'),
            fields: [
              field('from', { type: 'date', optional }),
              field('until', { type: 'date', optional }),
              await weekdaysField(optional),
              field('times', { optional, most: 1000 }),
              field('act', { kind: 'choice', choices: acts }),
            ],
          },
          {
            title: t('manyChange'),
            hint: t('changeText'),
            fields: [
              field('shift', { optional, most: 7 }),
              ...(await changedTerms()),
              field('status', { kind: 'choice', choices: await stateChoices() }),
            ],
          },
        ]}
        buttons={await previewButtons()}
      />
    </Section>
  );
}

async function stateChoices() {
  const t = await getTranslations('setup.sessions');
  return [
    { value: '', label: t('asItIs') },
    ...plannedStates.map((value) => ({ value, label: t(`states.${value}`) })),
  ];
}

/** "Sat 5 Jun, 19:00 · 90 min · 40 places" */
async function sessionChoices(sessions: readonly SessionView[]) {
  const language: Language = await getLocale();
  const terms = await sessionTermsText();
  return sessions.map((session) => {
    const { key, day, time } = session;
    return {
      value: key,
      label: [`${formatDay(day, language, 'short')}, ${time}`, ...terms(session)].join(' · '),
    };
  });
}
