import { useLocale, useMessages, useTranslations } from 'next-intl';
import type { TimelineEntry } from '@/lib/shop/data/timeline-store';
import { shownCode } from '@/lib/shop/rules/shown-code';
import { incidentKinds, incidentStatuses } from '@/lib/shop/values/incident-values';
import { formatAmount } from '@/lib/money/money';
import { incidentName } from './order-view';
import { hasText, textFor } from '../ui/staff-texts';

type Detail = TimelineEntry['detail'];

export const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d+\.\d{2}$/.test(value);

const plain = (value: unknown) => (typeof value === 'string' ? value : '');

/** What the entry says of its values that are stored as names. */
function useNamed(): (what: string, detail: Detail) => readonly string[] {
  const t = useTranslations('staff.by');
  const { staff, cancellation, checkout, rebooking } = useMessages();
  const { mails, settle, details, states, happened, order } = staff;
  const { problems, paidBack: ways } = cancellation.staff;

  const reasonOf = (what: string, reason: unknown): string => {
    // What staff wrote when they settled it.
    if (what === 'settled_by_hand') return plain(reason);
    return textFor(
      /^(cancellation|goodwill)_/.test(what) ? problems : details.reasons,
      reason,
      plain(reason),
    );
  };
  const whyOf = (what: string, why: unknown): string => {
    // What a mail server answered is in the log, because it may name the customer.
    if (what === 'mail_failed' || what === 'voucher_lost') return '';
    if (what === 'credit_lost') return textFor(rebooking.answers, why);
    const seen = textFor(details.orderSeen, why, plain(why));
    return what === 'order_looked_up' ? textFor(details.lookedUp, why, seen) : seen;
  };
  return (what, detail) => {
    const { kind, by, as, ask, asked, method, state, language, override, paidBack, staff: member } = detail;
    return [
      textFor(mails, kind),
      textFor(order.methods, method),
      textFor(details.asked, ask),
      textFor(details.ticketsAsked, asked),
      textFor(states, state),
      textFor(checkout.order.languages, language),
      textFor(happened, nameOfIncident(detail['incidentKind'], detail['status'])),
      override === true ? cancellation.override.title : '',
      by === 'staff' && typeof member === 'string' ? t('member', { name: member }) : '',
      by === 'guest' || (by === 'staff' && typeof member !== 'string') ? t(by) : '',
      textFor(ways, paidBack, textFor(settle.as, as)),
      reasonOf(what, detail['reason']),
      whyOf(what, detail['why']),
    ];
  };
}

/** The name of what happened to a payment; null: it is none that this release knows. */
export function nameOfIncident(kind: unknown, status: unknown): string | null {
  const knownKind = incidentKinds.find((one) => one === kind);
  const knownStatus = incidentStatuses.find((one) => one === status);
  if (knownKind === undefined || knownStatus === undefined) return null;
  return incidentName({ kind: knownKind, status: knownStatus });
}

/** The code of a voucher, and what it takes off or why it can't be used. */
function useVoucher(): (what: string, detail: Detail) => readonly string[] {
  const t = useTranslations('voucher');
  const language = useLocale();
  const { why: reasons } = useMessages().voucher;
  return (what, { code: whole, discount, why }) => {
    if (!what.startsWith('voucher_') || typeof whole !== 'string' || whole === '') return [];
    const code = shownCode(whole);
    if (what === 'voucher_applied' && isAmount(discount))
      return [t('used', { code, amount: formatAmount(discount, language) })];
    return [t('line', { code }), hasText(reasons, why) ? t(`why.${why}`) : ''];
  };
}

/** What an entry of the timeline says beside its kind: amounts, references and the texts of names. */
export function useDetails({ what, detail }: TimelineEntry): string {
  const language = useLocale();
  const named = useNamed();
  const voucher = useVoucher();
  const { amount, total, foreignAmount, orders, earlier, address, subject } = detail;
  const money = [amount, total].find(isAmount);
  const parts = [
    ...voucher(what, detail),
    money === undefined ? '' : formatAmount(money, language),
    typeof foreignAmount === 'string' ? foreignAmount : '',
    Array.isArray(orders) ? orders.join(', ') : '',
    typeof earlier === 'string' ? earlier : '',
    typeof address === 'string' ? address : '',
    ...named(what, detail),
    typeof subject === 'string' ? subject : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
