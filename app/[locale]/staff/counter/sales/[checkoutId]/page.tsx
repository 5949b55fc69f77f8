import { getLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { headers } from 'next/headers';
import { guessCountry } from '@/components/checkout/countries';
import { CounterSale } from '@/components/staff/counter/counter-sale';
import { paths } from '@/lib/locale/paths';
import { giveAnswers, itemNotices, saleProblems } from '@/lib/storefront/staff/counter/counter-problems';
import { exchangeProblems } from '@/lib/storefront/common/exchange/exchange-problem';
import { oneOfParameter, firstText } from '@/lib/storefront/common/request/parameters';
import { readSale } from '@/lib/storefront/staff/counter/counter';
import { readVoucherNotice } from '@/lib/storefront/common/checkout/voucher-notice';
import {
  applyVoucherToSale,
  giveTicketsOfSale,
  giveUpSale,
  keepEarlierTickets,
  payBack,
  removeItemOfSale,
  removeVoucherOfSale,
  takeMoney,
  payWithEarlierTickets,
} from '../../actions';
import { StaffFrame } from '../../../frame';
import { StaffGate } from '../../../gate';

type Props = PageProps<'/[locale]/staff/counter/sales/[checkoutId]'>;

export default async function SalePage({ params, searchParams }: Props) {
  const { checkoutId } = await params;
  const language = await getLocale();
  const {
    problem: problemParameter,
    voucher,
    from,
    item: itemParameter,
    exchange,
    give,
  } = await searchParams;
  const problem = oneOfParameter(saleProblems, problemParameter);
  const notice = readVoucherNotice(firstText(voucher), firstText(from));
  const item = oneOfParameter(itemNotices, itemParameter);
  const exchangeProblem = oneOfParameter(exchangeProblems, exchange);
  const answer = await readSale(checkoutId, language, { validateAnswers: problem === 'answers' });
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
        exchangeProblem={exchangeProblem}
        give={oneOfParameter(giveAnswers, give)}
        country={country}
        actions={{
          takeMoney,
          giveUp: giveUpSale,
          give: giveTicketsOfSale,
          payBack,
          removeItem: removeItemOfSale,
          applyVoucher: applyVoucherToSale,
          removeVoucher: removeVoucherOfSale,
          payWithEarlier: payWithEarlierTickets,
          keepEarlier: keepEarlierTickets,
        }}
      />
    </StaffFrame>
  );
}
