import { useLocale, useTranslations } from 'next-intl';

/** Says whose events are missing in a list. */
export function Unread({ names }: { names: readonly string[] }) {
  const t = useTranslations('search');
  const language = useLocale();
  if (names.length === 0) return null;
  const all = new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
  return <p className="py-6 text-small text-ink-soft">{t('unread', { names: all })}</p>;
}
