import { useMessages, useTranslations } from 'next-intl';
import { changedOrderReason } from '@/lib/shop/values/event-change-values';

/** Whether there is a text of this name. Names come from the database, so there may be others. */
export function hasText<Texts extends object>(texts: Texts, name: unknown): name is keyof Texts & string {
  return typeof name === 'string' && Object.hasOwn(texts, name);
}

/** The text of a value that is stored as a name; of another one, for example of a newer release, `otherwise`. */
export function textFor(texts: Readonly<Record<string, string>>, name: unknown, otherwise = ''): string {
  return hasText(texts, name) ? (texts[name] ?? otherwise) : otherwise;
}

/** What staff do for a reason; a general sentence for a reason without one of its own. */
export function useReasonText(): (reason: string) => string {
  const t = useTranslations('staff.reasons');
  const { staff, eventChange } = useMessages();
  return (reason) => {
    if (!reason.startsWith(changedOrderReason)) return t(hasText(staff.reasons, reason) ? reason : 'unknown');
    return textFor(eventChange.problem, reason.slice(changedOrderReason.length), t('unknown'));
  };
}
