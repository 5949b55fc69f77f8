import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { GuestListPage } from '@/lib/storefront/staff/guest-list/guest-list';
import { RefreshEvery } from '../../basket/watches';
import { HiddenFields } from '../../ui/hidden-fields';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { SubmitButton } from '../../ui/submit-button';
import { useMessageVisit } from '../message/message-visit';
import { BackLink } from '../ui/back-link';
import { DataTable } from '../ui/data-table';
import { PageTitle } from '../ui/page-title';
import { useStamp } from '../ui/stamp';

type Action = (form: FormData) => Promise<void>;

interface GuestListPageProps {
  readonly page: GuestListPage;
  readonly make: Action;
  readonly retry: Action;
  readonly problem: string | undefined;
}

const refreshSeconds = 2;

type ListedGuest = GuestListPage['guests'][number];

/** What a guest’s row says: `nothing`: the booking could not be ordered. `staff`: its page says what to do. */
function progressOf({ state, checkoutState }: ListedGuest) {
  if (state !== 'placed') return state;
  switch (checkoutState) {
    case 'ordered':
      return 'made';
    case 'paid':
    case 'ordering':
      return 'waiting';
    case 'expired':
    case 'cancelled':
      return 'nothing';
    case 'held':
    case 'paying':
    case 'capturing':
    case 'refunding':
    case 'refunded':
    case 'voiding':
    case 'voided':
    case 'attention':
    case null:
      return 'staff';
  }
}

/** A guest list: first what was read of it, from which the bookings are made; then what became of each guest. */
export function GuestListPageView({ page, make, retry, problem }: GuestListPageProps) {
  const t = useTranslations('lists.guests');
  const visitors = useTranslations('lists.visitors');
  const give = useTranslations('counter.give');
  const language = useLocale();
  const { list, guests } = page;
  const { catalogId, eventId, sessionId, day, occursAt, timezone, eventName: event } = list;
  const visit = useMessageVisit({ event, day, timezone, occursAt: occursAt?.toISOString() ?? null });
  const address = { catalogId, eventId, visit: sessionId ?? day };
  const tickets = guests.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <>
      <BackLink href={paths.staffVisitors(language, address)} label={visitors('backToList')} />
      <PageTitle title={t('title')} className="pb-1" />
      <p>{visit}</p>
      <p>{t('counted', { guests: guests.length, tickets, tariff: list.tariff })}</p>
      <p className="pb-6 wrap-anywhere text-ink-soft">
        {give('reason')}: {list.reason}
      </p>
      <div className="space-y-6 pb-8">
        {list.state === 'draft' ? (
          <Draft page={page} tickets={tickets} make={make} problem={problem} />
        ) : (
          <Progress page={page} retry={retry} />
        )}
      </div>
      <Guests page={page} />
      {list.state === 'draft' ? null : (
        <p className="pt-8">
          <TextLink href={paths.staffGuests(language, address)}>{t('another')}</TextLink>
        </p>
      )}
    </>
  );
}

interface DraftProps extends Pick<GuestListPageProps, 'page' | 'make' | 'problem'> {
  readonly tickets: number;
}

function Draft({ page: { list, guests, left, mayGive }, tickets, make, problem }: DraftProps) {
  const t = useTranslations('lists.guests');
  const language = useLocale();
  const { id, version, catalogId, eventId, sessionId, day } = list;
  const address = { catalogId, eventId, visit: sessionId ?? day };
  const twice = namedTwice(guests);
  return (
    <>
      {problem === undefined ? null : (
        <Notice tone="problem" title={t('changed')}>
          <p>{t('changedText')}</p>
        </Notice>
      )}
      {twice.length === 0 ? null : (
        <Notice title={t('twice')}>
          <p className="wrap-anywhere">{twice.join(', ')}</p>
        </Notice>
      )}
      {left === null || left >= tickets ? null : (
        <Notice title={t('left', { count: left })}>
          <p>{t('tooFew')}</p>
        </Notice>
      )}
      <p className="max-w-text">{t('check')}</p>
      {mayGive ? (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <form action={make}>
            <HiddenFields listId={id} version={version} />
            <SubmitButton>{t('make', { guests: guests.length })}</SubmitButton>
          </form>
          <TextLink href={paths.staffGuests(language, address, { from: id })}>{t('edit')}</TextLink>
        </div>
      ) : null}
    </>
  );
}

const fullName = ({ firstname, lastname }: ListedGuest) =>
  [firstname, lastname].filter((name) => name !== null).join(' ');

/** Names that stand on the list more than once. */
function namedTwice(guests: readonly ListedGuest[]): string[] {
  const seen = new Map<string, number>();
  for (const guest of guests) seen.set(fullName(guest), (seen.get(fullName(guest)) ?? 0) + 1);
  return [...seen].flatMap(([name, count]) => (count > 1 ? [name] : []));
}

function Progress({ page, retry }: Pick<GuestListPageProps, 'page' | 'retry'>) {
  const t = useTranslations('lists.guests');
  const message = useTranslations('lists.message');
  const language = useLocale();
  const stamp = useStamp();
  const { list, guests, staff, mayGive } = page;
  const states = guests.map(progressOf);
  const count = (...wanted: ReturnType<typeof progressOf>[]) =>
    states.filter((state) => wanted.includes(state)).length;
  const [waiting, toRetry] = [count('waiting'), count('failed', 'nothing')];
  return (
    <>
      <div>
        <p role="status" className="tabular pb-2 text-lead font-bold">
          {t('progress', { made: count('made'), waiting, failed: toRetry + count('staff') })}
        </p>
        {list.startedAt === null ? null : (
          <p className="text-ink-soft">{t('startedBy', { staff, moment: stamp(list.startedAt) })}</p>
        )}
        {waiting === 0 ? null : (
          <p className="pt-3">
            <RefreshEvery seconds={refreshSeconds} />
            <TextLink href={paths.staffGuestList(language, list.id)}>{message('refresh')}</TextLink>
          </p>
        )}
      </div>
      {toRetry === 0 || !mayGive ? null : (
        <form action={retry}>
          <HiddenFields listId={list.id} />
          <SubmitButton variant="secondary">{t('retry', { count: toRetry })}</SubmitButton>
        </form>
      )}
    </>
  );
}

function Guests({ page: { list, guests } }: Pick<GuestListPageProps, 'page'>) {
  const t = useTranslations('lists.guests');
  const visitors = useTranslations('lists.visitors');
  const language = useLocale();
  const isDraft = list.state === 'draft';
  const stateOf = (guest: ListedGuest) => {
    const progress = progressOf(guest);
    if (progress === 'waiting') return t('states.waiting');
    if (progress === 'failed') return guest.problem === null ? '' : t(`failures.${guest.problem}`);
    const text = progress === 'nothing' ? t('failures.not_made') : t(`states.${progress}`);
    if (guest.checkoutId === null) return text;
    const reference = (
      <TextLink href={paths.staffOrder(language, guest.checkoutId)}>{guest.reference}</TextLink>
    );
    return (
      <>
        {text} · {reference}
      </>
    );
  };
  const columns = ['name', 'tickets', 'email', ...(isDraft ? [] : (['state'] as const))] as const;
  return (
    <DataTable
      caption={t('caption')}
      columns={columns.map((name) => t(`columns.${name}`))}
      long={[t('columns.name'), t('columns.email'), t('columns.state')]}
      rows={guests.map((guest) => {
        const name = fullName(guest);
        const cells = [name === '' ? visitors('erased') : name, guest.quantity, guest.email];
        return {
          key: String(guest.position),
          cells: isDraft ? cells : [...cells, stateOf(guest)],
        };
      })}
    />
  );
}
