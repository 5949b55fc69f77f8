import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { RefreshEvery } from '../../basket/watches';
import { Button } from '../../ui/button';
import { ButtonLink } from '../../ui/button-link';
import { HiddenFields } from '../../ui/hidden-fields';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { PageTitle } from '../ui/page-title';
import { PaymentForm } from './payment-form';
import { SaleResult, SoldAmounts } from './sale-result';
import type { CounterSaleProps } from './sale-view';

function PayBack({ sale, actions }: CounterSaleProps) {
  const t = useTranslations('counter');
  const language = useLocale();
  const { id, reason } = sale.view.checkout;
  const isOwed = reason === 'pay_back_at_counter';
  return (
    <Notice tone="problem" title={t(isOwed ? 'payBack.title' : 'attention')}>
      <p>{t(isOwed ? 'payBack.text' : 'attentionText')}</p>
      <SoldAmounts sold={sale.sold} />
      {isOwed ? (
        <form action={actions.payBack} className="flex flex-wrap gap-3">
          <HiddenFields checkoutId={id} />
          {(['cash', 'terminal'] as const).map((way) => (
            <Button key={way} type="submit" name="paidBack" value={way}>
              {t(`payBack.${way}`)}
            </Button>
          ))}
        </form>
      ) : null}
      <p>
        <TextLink href={paths.staffOrder(language, id)}>{t('orderPage')}</TextLink>
      </p>
    </Notice>
  );
}

/** A voucher took off the whole price: no money was taken. */
const isFree = ({ sold }: CounterSaleProps['sale']) => sold !== null && sold.method === null;

function Waiting({ sale }: Pick<CounterSaleProps, 'sale'>) {
  const t = useTranslations('counter');
  const language = useLocale();
  const key = isFree(sale) ? 'waitingFree' : 'waiting';
  return (
    <>
      <RefreshEvery seconds={2} />
      <Notice tone="result" title={t(key)}>
        <p>{t(`${key}Text`)}</p>
        <p>
          <TextLink href={paths.staffSale(language, sale.view.checkout.id)}>{t('reload')}</TextLink>
        </p>
      </Notice>
      <SoldAmounts sold={sale.sold} />
    </>
  );
}

/** Something was to be changed that can't be changed (any more). */
function isLate({ problem, notice, item }: CounterSaleProps): boolean {
  const isVoucherDone = notice === null || notice.name === 'applied' || notice.name === 'removed';
  return problem !== null || item === 'not_found' || !isVoucherDone;
}

/** The answer to a second click or another tab, when the sale was paid before. */
function Already({ sale }: Pick<CounterSaleProps, 'sale'>) {
  const t = useTranslations('counter');
  const language = useLocale();
  return (
    <div className="pb-6 print:hidden">
      <Notice tone="problem" title={t('already')}>
        <p>{t(isFree(sale) ? 'alreadyFreeText' : 'alreadyText')}</p>
        <p>
          <TextLink href={paths.staffOrder(language, sale.view.checkout.id)}>{t('orderPage')}</TextLink>
        </p>
      </Notice>
    </div>
  );
}

type SaleState = CounterSaleProps['sale']['view']['checkout']['state'];
const unpaidStates: readonly SaleState[] = ['held', 'expired', 'cancelled'];

function Body(props: CounterSaleProps) {
  const t = useTranslations('counter');
  const { checkout } = props.sale.view;
  switch (checkout.state) {
    case 'ordered':
      return <SaleResult sale={props.sale} />;
    case 'attention':
      if (checkout.settledAs === null) return <PayBack {...props} />;
      return <Notice title={t(checkout.settledAs === 'refunded' ? 'payBack.done' : 'settled')} />;
    case 'held':
    case 'expired':
    case 'cancelled':
      if (props.sale.held !== null) return <PaymentForm {...props} held={props.sale.held} />;
      return (
        <Notice tone={isLate(props) ? 'problem' : 'plain'} title={t('expired')}>
          <p>{t('expiredText')}</p>
        </Notice>
      );
    case 'paying':
    case 'paid':
    case 'ordering':
    case 'capturing':
    case 'refunding':
      return props.sale.isWithStaff ? <PayBack {...props} /> : <Waiting sale={props.sale} />;
    // No program returns money that was taken at the counter.
    case 'refunded':
    case 'voiding':
    case 'voided':
      return <Notice title={t('settled')} />;
  }
}

/** A sale at the counter, from the payment to the tickets. */
export function CounterSale(props: CounterSaleProps) {
  const t = useTranslations('counter');
  const language = useLocale();
  const { reference, state } = props.sale.view.checkout;
  return (
    <>
      <PageTitle title={t('sale', { reference })} className="tabular pt-6 pb-4 print:hidden" />
      {isLate(props) && !unpaidStates.includes(state) ? <Already sale={props.sale} /> : null}
      <Body {...props} />
      {props.sale.held === null && state !== 'ordered' ? (
        <p className="pt-8 print:hidden">
          <ButtonLink href={paths.staffCounter(language)}>{t('next')}</ButtonLink>
        </p>
      ) : null}
    </>
  );
}
