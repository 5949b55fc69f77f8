import { getLocale } from 'next-intl/server';
import { OrderList } from '@/components/staff/order-list/order-list';
import { paths } from '@/lib/locale/paths';
import { isSignInFresh } from '@/lib/storefront/common/account/sign-in';
import { may } from '@/lib/storefront/common/account/staff-access';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { readOrderList } from '@/lib/storefront/staff/order-list/order-list';
import { signInAgain } from '../actions';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';

export default async function OrdersPage({ searchParams }: PageProps<'/[locale]/staff/orders'>) {
  const language = await getLocale();
  const parameters = await searchParams;
  const answer = await readOrderList(parameters, language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffOrders(language)} />;
  const { member, value } = answer;
  const back = paths.staffOrders(language, value.typed);
  return (
    <StaffFrame member={member}>
      <OrderList
        list={value}
        file={may(member, 'customers:export') ? { isFresh: await isSignInFresh(), signInAgain, back } : null}
        problem={firstText(parameters['problem'])}
      />
    </StaffFrame>
  );
}
