import { useLocale, useMessages, useTranslations } from 'next-intl';
import type { AuditEntry } from '@/lib/shop/data/audit-store';
import { formatAmount } from '@/lib/money/money';
import { useStamp } from '../ui/stamp';
import { hasText, textFor } from '../ui/staff-texts';
import { isAmount, nameOfIncident } from '../order/timeline-details';
import { numberFormat } from '@/lib/locale/formats';

type Detail = AuditEntry['detail'];
/** The texts of values that are stored as names, by the name of the member. */
function useNamedValues(): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const { staff, cancellation, checkout, eventChange, reports, lists } = useMessages();
  const { audit, mails, settle, details, order, waitingRoom } = staff;
  return new Map<string, Readonly<Record<string, string>>>(
    Object.entries({
      kind: { ...waitingRoom.buttons, ...audit.values.kinds, ...mails },
      as: settle.as,
      paidBack: cancellation.staff.paidBack,
      ask: details.asked,
      method: order.methods,
      language: checkout.order.languages,
      change: eventChange.actions,
      what: { ...reports.exports.kinds, ...lists.file.kinds },
      format: reports.exports.formats,
      way: audit.values.ways,
      scope: { shop: waitingRoom.shop },
      audience: audit.values.audiences,
    }),
  );
}

/** What staff have searched by: one or several names of fields. */
function useSearchedBy(): (names: string) => string {
  const { table, audit } = useMessages().staff;
  const fields: Readonly<Record<string, string>> = {
    email: table.email,
    name: table.name,
    'number or reference': audit.values.number,
    about: audit.about,
    action: audit.action,
    from: audit.from,
    to: audit.to,
  };
  const nameOf = (field: string) => textFor(fields, field, field);
  return (names) => textFor(fields, names, names.split(' ').map(nameOf).join(', '));
}

const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A value as text; empty: there is nothing to say. */
function useValueText(): (name: string, value: unknown) => string {
  const t = useTranslations('staff.audit.values');
  const language = useLocale();
  const stamp = useStamp();
  const named = useNamedValues();
  const searchedBy = useSearchedBy();
  const { limits } = useMessages().staff.waitingRoom;
  const membersOf = (value: object) =>
    Object.entries(value)
      .map(([name, member]) => `${hasText(limits, name) ? limits[name] : name} ${String(member)}`)
      .join(', ');
  return (name, value) => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') return numberFormat(language).format(value);
    if (typeof value === 'object') return Array.isArray(value) ? value.join(', ') : membersOf(value);
    if (typeof value !== 'string') return '';
    if (isAmount(value)) return formatAmount(value, language);
    if (moment.test(value)) return stamp(new Date(value));
    return name === 'by' ? searchedBy(value) : textFor(named.get(name) ?? {}, value, value);
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
    const named = new Set(incident.length === 0 ? [] : ['incidentKind', 'status']);
    const all = { ...detail, ...(cancellationReason === null ? {} : { reason: cancellationReason }) };
    const lines = Object.entries(all)
      .filter(([name]) => !named.has(name))
      .map(([name, value]) => lineOf(name, value));
    return [...incident, ...lines].filter((line) => line !== '').join(' · ');
  };
}
