import { useTranslations } from 'next-intl';

/** Shown only when the service worker delivers the copy that it has stored (`data-stored`). */
export function StoredCopy() {
  const t = useTranslations('checkout.order');
  return (
    <p className="stored-copy mb-8 hidden max-w-text border-l-8 border-accent bg-paper-deep p-5 print:hidden">
      {t('storedCopy')}
    </p>
  );
}
