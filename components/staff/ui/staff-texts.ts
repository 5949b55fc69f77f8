import { useMessages, useTranslations } from 'next-intl';

/** Whether there is a text of this name. Names come from the database, so there may be others. */
export function hasText<Texts extends object>(texts: Texts, name: unknown): name is keyof Texts & string {
  return typeof name === 'string' && Object.hasOwn(texts, name);
}

/** What staff do for a reason; a general sentence for a reason without one of its own. */
export function useReasonText(): (reason: string) => string {
  const t = useTranslations('staff.reasons');
  const { reasons } = useMessages().staff;
  return (reason) => t(hasText(reasons, reason) ? reason : 'unknown');
}
