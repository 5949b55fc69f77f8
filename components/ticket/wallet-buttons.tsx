import { useTranslations } from 'next-intl';
import type { WalletLinks } from '@/lib/storefront/common/order/wallet-links';

const button =
  'inline-flex min-h-target flex-1 items-center justify-center rounded border-2 border-ink px-2 py-1 text-center text-small font-semibold print:hidden';

/** Adds one ticket to a wallet; nothing if the shop has no passes. `title`: what tells the ticket apart. */
export function WalletButtons({ links, title }: { links: WalletLinks; title: string }) {
  const t = useTranslations('checkout.wallet');
  if (links.apple === null && links.google === null) return null;
  const named = <span className="sr-only"> ({title})</span>;
  return (
    <p className="flex gap-2">
      {links.apple === null ? null : (
        <a href={links.apple} className={button}>
          {t('apple')}
          {named}
        </a>
      )}
      {links.google === null ? null : (
        <a href={links.google} rel="noreferrer" className={button}>
          {t('google')}
          {named}
        </a>
      )}
    </p>
  );
}
