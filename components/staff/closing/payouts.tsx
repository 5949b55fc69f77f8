import { useLocale, useTranslations } from 'next-intl';
import type { StoredPayout } from '@/lib/shop/tables/closing-table';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import { HiddenFields } from '../../ui/hidden-fields';
import { TextLink } from '../../ui/link';
import { SubmitButton } from '../../ui/submit-button';
import { DataTable } from '../ui/data-table';
import { Section } from '../ui/section';
import { useStamp } from '../ui/stamp';

interface PayoutsProps {
  /** YYYY-MM-DD, and as people read it. */
  readonly day: string;
  readonly name: string;
  readonly payouts: readonly StoredPayout[];
  /** Null: the person may only look. */
  readonly read: ((form: FormData) => Promise<void>) | null;
}

const columns = [
  'id',
  'status',
  'payments',
  'refunds',
  'disputes',
  'others',
  'fees',
  'amount',
  'problems',
  'readAt',
] as const;

/** The payouts that arrive on a day, and what in them does not match the shop's payments. */
export function Payouts({ day, name, payouts, read }: PayoutsProps) {
  const t = useTranslations('closing.payouts');
  const language = useLocale();
  const stamp = useStamp();
  const money = (amount: string) => formatAmount(amount, language);
  return (
    <>
      <Section id="payouts" title={t('title')} className="space-y-4">
        <p>{t('about')}</p>
        {payouts.length === 0 ? (
          <p>{t('none')}</p>
        ) : (
          <DataTable
            caption={t('caption', { day: name })}
            columns={columns.map((column) => t(column))}
            rows={payouts.map((payout) => ({
              key: payout.id,
              cells: [
                payout.id,
                t(`statuses.${payout.status}`),
                t('counted', { amount: money(payout.paymentsAmount), count: payout.payments }),
                t('counted', { amount: money(payout.refundsAmount), count: payout.refunds }),
                money(payout.disputesAmount),
                money(payout.othersAmount),
                money(payout.fees),
                inCurrency(payout.amount, payout.currency, language),
                payout.problemCount.toLocaleString(language),
                stamp(payout.readAt),
              ],
            }))}
          />
        )}
        {read === null ? null : (
          <form action={read}>
            <HiddenFields day={day} />
            <SubmitButton variant="secondary">{t('button')}</SubmitButton>
          </form>
        )}
      </Section>
      <Problems payouts={payouts} />
    </>
  );
}

function Problems({ payouts }: Pick<PayoutsProps, 'payouts'>) {
  const t = useTranslations('closing.problems');
  const language = useLocale();
  const count = payouts.reduce((sum, { problemCount }) => sum + problemCount, 0);
  const listed = payouts.flatMap(({ id: payout, currency, problems }) =>
    problems.map((problem, index) => ({ ...problem, currency, key: `${payout} ${index}` })),
  );
  if (listed.length === 0) return null;
  return (
    <Section id="problems" title={t('title')} className="space-y-4">
      {count > listed.length ? <p>{t('more', { count })}</p> : null}
      <DataTable
        caption={t('caption')}
        columns={[t('reason'), t('id'), t('provider'), t('shop'), t('order')]}
        rows={listed.map(({ key, reason, id, amount, expected, checkoutId, currency }) => ({
          key,
          cells: [
            t(`reasons.${reason}`),
            id,
            inCurrency(amount, currency, language),
            expected === null ? '' : formatAmount(expected, language),
            checkoutId === null ? (
              ''
            ) : (
              <TextLink href={paths.staffOrder(language, checkoutId)}>{t('open')}</TextLink>
            ),
          ],
        }))}
      />
    </Section>
  );
}

/** A payout may be in another currency than the shop's. */
function inCurrency(amount: string, currency: string, language: string): string {
  return currency === 'EUR' ? formatAmount(amount, language) : `${amount} ${currency}`;
}
