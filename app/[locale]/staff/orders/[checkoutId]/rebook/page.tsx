import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { ExchangeUnits, exchangeStartProblems } from '@/components/exchange/exchange-units';
import { TextLink } from '@/components/ui/link';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { oneOfParameter } from '@/lib/storefront/common/request/parameters';
import { may } from '@/lib/storefront/common/account/staff-access';
import { getStaffRebookPage } from '@/lib/storefront/staff/exchange/exchange';
import { StaffFrame } from '../../../frame';
import { StaffGate } from '../../../gate';
import { chooseTicketsToExchange } from './actions';

type Props = PageProps<'/[locale]/staff/orders/[checkoutId]/rebook'>;

/** Which tickets are exchanged at the counter. */
export default async function StaffRebookPage({ params, searchParams }: Props) {
  const { checkoutId } = await params;
  const language = await getLocale();
  const answer = await getStaffRebookPage(checkoutId, language);
  const path = paths.staffRebook(language, encodeURIComponent(checkoutId));
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={path} />;
  const { member, value: page } = answer;
  const orderPage = paths.staffOrder(language, encodeURIComponent(checkoutId));
  if (page.kind !== 'page') redirect(orderPage);
  const t = await getTranslations('rebooking');
  const toOrder = (await getTranslations('cancellation'))('toOrder');
  const about = (await getTranslations('counter.exchange'))('about');
  const problem = oneOfParameter(exchangeStartProblems, (await searchParams)['problem']);
  return (
    <StaffFrame member={member}>
      <p className="pt-3">
        <TextLink href={orderPage}>{toOrder}</TextLink>
      </p>
      <PageTitle title={t('title')} of={page.view.checkout.reference} className="pb-2" />
      <p className="max-w-text pb-8">{about}</p>
      <ExchangeUnits
        {...page}
        action={chooseTicketsToExchange}
        checkoutId={checkoutId}
        problem={problem}
        staff={{ mayOverride: may(member, 'orders:override') }}
      />
    </StaffFrame>
  );
}
