import { getLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { headers } from 'next/headers';
import { guessCountry } from '@/components/checkout/countries';
import { CounterSale } from '@/components/counter/counter-sale';
import { paths } from '@/lib/locale/paths';
import { itemNotices, saleProblems } from '@/lib/storefront/counter-problems';
import { textOf } from '@/lib/storefront/parameters';
import { readSale } from '@/lib/storefront/staff-counter';
import { readVoucherNotice } from '@/lib/storefront/voucher-notice';
import {
  applyVoucherToSale,
  giveUpSale,
  payBack,
  removeItemOfSale,
  removeVoucherOfSale,
  takeMoney,
} from '../../actions';
import { StaffFrame } from '../../../frame';
import { StaffGate } from '../../../gate';

type Props = PageProps<'/[locale]/staff/counter/sales/[checkoutId]'>;

export default async function SalePage({ params, searchParams }: Props) {
  const { checkoutId } = await params;
  const language = await getLocale();
  const { problem: named, voucher, from, item: itemNamed } = await searchParams;
  const problem = saleProblems.find((one) => one === textOf(named)) ?? null;
  const notice = readVoucherNotice(textOf(voucher), textOf(from));
  const item = itemNotices.find((one) => one === textOf(itemNamed)) ?? null;
  const answer = await readSale(checkoutId, language, problem === 'answers');
  if (answer.kind !== 'staff') {
    const back = paths.staffSale(language, encodeURIComponent(checkoutId));
    return <StaffGate access={answer} back={back} />;
  }
  const { member, value } = answer;
  if (value === null) notFound();
  const country = value.contact.country ?? guessCountry((await headers()).get('accept-language'));
  return (
    <StaffFrame member={member}>
      <CounterSale
        sale={value}
        problem={problem}
        notice={notice}
        item={item}
        country={country}
        actions={{
          ...{ takeMoney, giveUp: giveUpSale, payBack, removeItem: removeItemOfSale },
          ...{ applyVoucher: applyVoucherToSale, removeVoucher: removeVoucherOfSale },
        }}
      />
    </StaffFrame>
  );
}
