import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { accentOf } from '../catalog/accent';
import { PageFrame } from '../layout/page-frame';
import { Link } from '../ui/link';
import { linesOf, paidAmount, type OrderPageView } from './order-view';
import { PhaseWatch } from './phase-watch';

const refreshSeconds = 4;

/** The order is on its way. It is never called failed before that is known. */
export function Confirming({ view, paid }: { view: OrderPageView; paid: boolean }) {
  const t = useTranslations('checkout.order');
  const language = useLocale();
  const { id, customer } = view.checkout;
  const [first] = linesOf(view);
  const how = !paid ? 'confirmingUnpaid' : paidAmount(view) === null ? 'confirmingFree' : 'confirmingPaid';
  return (
    <PageFrame {...(first === undefined ? {} : { accent: accentOf(first.catalogId) })}>
      <noscript>
        <meta httpEquiv="refresh" content={String(refreshSeconds)} />
      </noscript>
      <PhaseWatch href={`/api/orders/${id}/phase`} phase="confirming" />
      <div className="py-12 sm:py-20">
        <h1 className="max-w-[18ch] text-title">{t('confirming')}</h1>
        <div className="max-w-text space-y-3 py-6 font-serif text-lead">
          <p role="status">{t(how)}</p>
          <p>{t('confirmingText', { email: customer?.email ?? '' })}</p>
        </div>
        {paid ? null : (
          <p>
            {t('notPaidYet')}{' '}
            <Link
              href={paths.checkout(language, id)}
              className="inline-flex min-h-target items-center underline"
            >
              {t('backToPayment')}
            </Link>
          </p>
        )}
      </div>
    </PageFrame>
  );
}
