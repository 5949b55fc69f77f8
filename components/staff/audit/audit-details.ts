import { useLocale, useMessages, useTranslations } from 'next-intl';
import type { AuditEntry } from '@/lib/shop/data/audit-store';
import { formatAmount } from '@/lib/money/money';
import { useStamp } from '../ui/stamp';
import { hasText } from '../ui/staff-texts';
import { isAmount, nameOfIncident } from '../order/timeline-details';

type Detail = AuditEntry['detail'];
type ValueText = (value: string) => string | undefined;

/** The texts of values that are stored as names, by the name of the member. */
function useNamedValues(): Readonly<Record<string, ValueText>> {
  const t = useTranslations();
  const { staff, cancellation, checkout, eventChange, reports } = useMessages();
  const { audit, mails, settle, details, order, waitingRoom, table } = staff;
  const { paidBack } = cancellation.staff;
  const searched: Readonly<Record<string, string>> = {
    ...{ email: table.email, name: table.name, 'number or reference': audit.values.number },
    ...{ about: audit.about, action: audit.action, from: audit.from, to: audit.to },
  };
  return {
    kind: (value) =>
      hasText(mails, value)
        ? t(`staff.mails.${value}`)
        : hasText(audit.values.kinds, value)
          ? t(`staff.audit.values.kinds.${value}`)
          : hasText(waitingRoom.buttons, value)
            ? t(`staff.waitingRoom.buttons.${value}`)
            : undefined,
    as: (value) => (hasText(settle.as, value) ? t(`staff.settle.as.${value}`) : undefined),
    paidBack: (value) => (hasText(paidBack, value) ? t(`cancellation.staff.paidBack.${value}`) : undefined),
    ask: (value) => (hasText(details.asked, value) ? t(`staff.details.asked.${value}`) : undefined),
    method: (value) => (hasText(order.methods, value) ? t(`staff.order.methods.${value}`) : undefined),
    language: (value) =>
      hasText(checkout.order.languages, value) ? t(`checkout.order.languages.${value}`) : undefined,
    change: (value) => (hasText(eventChange.actions, value) ? t(`eventChange.actions.${value}`) : undefined),
    what: (value) =>
      hasText(reports.exports.kinds, value) ? t(`reports.exports.kinds.${value}`) : undefined,
    format: (value) =>
      hasText(reports.exports.formats, value) ? t(`reports.exports.formats.${value}`) : undefined,
    scope: (value) => (value === 'shop' ? t('staff.waitingRoom.shop') : undefined),
    by: (value) =>
      searched[value] ??
      value
        .split(' ')
        .map((one) => searched[one] ?? one)
        .join(', '),
  };
}

const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A value as text; empty: there is nothing to say. */
function useValueText(): (name: string, value: unknown) => string {
  const t = useTranslations('staff.audit.values');
  const language = useLocale();
  const stamp = useStamp();
  const named = useNamedValues();
  const { limits } = useMessages().staff.waitingRoom;
  const membersOf = (value: object) =>
    Object.entries(value)
      .map(([name, member]) => `${hasText(limits, name) ? limits[name] : name} ${String(member)}`)
      .join(', ');
  return (name, value) => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
    if (typeof value === 'object') return Array.isArray(value) ? value.join(', ') : membersOf(value);
    if (typeof value !== 'string') return '';
    if (isAmount(value)) return formatAmount(value, language);
    if (moment.test(value)) return stamp(new Date(value));
    return named[name]?.(value) ?? value;
  };
}

/** What an entry of the audit log says beside its action. A member of a newer release is shown as it is stored. */
export function useAuditDetails(): (entry: Pick<AuditEntry, 'detail' | 'cancellationReason'>) => string {
  const t = useTranslations('staff');
  const { fields } = useMessages().staff.audit;
  const { happened } = useMessages().staff;
  const valueText = useValueText();

  const lineOf = (name: string, value: unknown): string => {
    // What is given back in cash, or what was done for the holders of a session.
    const field = name === 'change' && isAmount(value) ? 'cashBack' : name;
    const text = valueText(name, value);
    if (text === '') return '';
    return `${hasText(fields, field) ? t(`audit.fields.${field}`) : name}: ${text}`;
  };
  const incidentOf = ({ incidentKind, status }: Detail): string[] => {
    const name = nameOfIncident(incidentKind, status);
    return hasText(happened, name) ? [t(`happened.${name}`)] : [];
  };
  return ({ detail, cancellationReason }) => {
    const incident = incidentOf(detail);
    const told = new Set(incident.length === 0 ? [] : ['incidentKind', 'status']);
    const all = { ...detail, ...(cancellationReason === null ? {} : { reason: cancellationReason }) };
    const lines = Object.entries(all)
      .filter(([name]) => !told.has(name))
      .map(([name, value]) => lineOf(name, value));
    return [...incident, ...lines].filter((line) => line !== '').join(' · ');
  };
}
