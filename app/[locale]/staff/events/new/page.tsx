import { useLocale, useTranslations } from 'next-intl';
import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { EventChangeForm, type TargetDay } from '@/components/staff/event-change/event-change-form';
import { useSessionName } from '@/components/staff/event-change/use-session-name';
import { TextLink } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/staff/ui/page-title';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';
import { firstText } from '@/lib/storefront/common/request/parameters';
import {
  type HoldersPage,
  longestMessage,
  readHolders,
} from '@/lib/storefront/staff/event-change/event-change';
import { StaffFrame } from '../../frame';
import { StaffGate } from '../../gate';
import { startForAll } from '../actions';

type Props = PageProps<'/[locale]/staff/events/new'>;

export default async function StartEventChangePage({ searchParams }: Props) {
  const language = await getLocale();
  const { catalog, session } = await searchParams;
  const of = { catalog: firstText(catalog) ?? '', session: firstText(session) ?? '' };
  const answer = await readHolders(of.catalog, of.session, language);
  const back = paths.staffStartEventChange(language, of);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={back} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  const t = await getTranslations('eventChange');
  return (
    <StaffFrame member={member}>
      {value.kind === 'unavailable' ? (
        <Told title={t('problems.title')} tone="problem" />
      ) : (
        <Holders holders={value.value} sessionId={of.session} />
      )}
    </StaffFrame>
  );
}

/** Why nothing can be started. */
function Told({ title, tone }: { title: string; tone?: 'problem' }) {
  const t = useTranslations('eventChange');
  return (
    <>
      <PageTitle title={t('title')} />
      <Notice title={title} {...(tone === undefined ? {} : { tone })} />
    </>
  );
}

function Holders({ holders, sessionId }: { holders: HoldersPage; sessionId: string }) {
  const language = useLocale();
  const t = useTranslations('eventChange');
  const nameOf = useSessionName();
  if (holders.kind === 'unsupported') return <Told title={t('problems.unsupported')} />;
  if (holders.kind === 'none') return <Told title={t('start.found', { count: 0 })} />;
  const { session, orders, isOnSale, targets } = holders;
  const { catalogId, eventId, occursAt } = session;
  const close = { what: 'close', event: eventId, session: sessionId, at: occursAt };
  const name = nameOf({ ...session, occursAt: new Date(occursAt) });
  const words = [
    'action',
    'refund',
    'rebook',
    'notify',
    'target',
    'targetHint',
    'choose',
    'message',
    'confirm',
    'button',
  ] as const;
  return (
    <>
      <PageTitle title={t('start.title', { session: name })} />
      <p className="pb-6">
        {t(orders.of === 'valid' ? 'start.found' : 'start.foundSold', { count: orders.count })}
      </p>
      {isOnSale ? (
        <Notice title={t('start.onSale')}>
          <p>
            <TextLink href={paths.staffChange(language, catalogId, close)}>{t('start.close')}</TextLink>
          </p>
        </Notice>
      ) : null}
      <EventChangeForm
        start={startForAll}
        about={{ catalogId, sessionId }}
        words={{
          ...(Object.fromEntries(words.map((word) => [word, t(`start.${word}`)])) as Record<
            (typeof words)[number],
            string
          >),
          messageHint: t('start.messageHint', { most: longestMessage }),
        }}
        targets={targetDays(targets, session.timezone, language, (count) => t('start.left', { count }))}
        most={longestMessage}
      />
    </>
  );
}

type Targets = Extract<HoldersPage, { kind: 'found' }>['targets'];

function targetDays(
  targets: Targets,
  timezone: string,
  language: Language,
  leftText: (count: number) => string,
): TargetDay[] {
  const days = new Map<string, TargetDay['sessions'][number][]>();
  for (const { id, occursAt, name, left } of targets) {
    const parts = [venueTime(occursAt, timezone), name, left === null ? null : leftText(left)];
    const text = parts.filter((part) => part !== null).join(', ');
    const day = venueDay(occursAt, timezone);
    days.set(day, [...(days.get(day) ?? []), { id, text }]);
  }
  return [...days].map(([day, sessions]) => ({ day: formatDay(day, language, 'long'), sessions }));
}
