import { useTranslations } from 'next-intl';
import type { BookingKind } from '@/lib/shop/rules/booking-kind';
import { LinkActions } from './link-actions';

/** The link of one ticket, to be given away. Without scripts it can be marked and copied, or opened. */
export function ShareTicket({ link, number, of }: { link: string; number: number; of: BookingKind }) {
  const t = useTranslations('checkout.share');
  const id = `share-${number}`;
  return (
    <details className="print:hidden">
      <summary className="flex min-h-target cursor-pointer items-center font-semibold underline">
        {t('title', { of })}
        <span className="sr-only"> ({number})</span>
      </summary>
      <div className="space-y-2 pb-1 text-small">
        <p>{t('text', { of })}</p>
        <label htmlFor={id} className="block font-semibold">
          {t('label', { of })}
        </label>
        <input
          id={id}
          readOnly
          value={link}
          className="min-h-target w-full border-2 border-edge bg-paper px-3 text-ink"
        />
        <p className="flex flex-wrap items-center gap-x-5">
          <a href={link} className="inline-flex min-h-target items-center underline">
            {t('open')}
          </a>
          <LinkActions link={link} texts={{ copy: t('copy'), copied: t('copied'), send: t('send') }} />
        </p>
      </div>
    </details>
  );
}
