import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { ChooseUnits } from '@/components/cancellation/choose-units';
import { TextLink } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { paths } from '@/lib/locale/paths';
import { textOf } from '@/lib/storefront/parameters';
import { may } from '@/lib/storefront/staff-access';
import { getStaffRebookPage } from '@/lib/storefront/staff-exchange';
import { StaffFrame } from '../../../frame';
import { StaffGate } from '../../../gate';
import { chooseTicketsToExchange } from './actions';

type Props = PageProps<'/[locale]/staff/orders/[checkoutId]/rebook'>;

const problems = ['nothing', 'oneOrder', 'not_possible'] as const;

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
  const asked = textOf((await searchParams)['problem']);
  const problem = problems.find((one) => one === asked) ?? null;
  const mayOverride = may(member, 'orders:override');
  return (
    <StaffFrame member={member}>
      <p className="pt-6">
        <TextLink href={orderPage}>{toOrder}</TextLink>
      </p>
      <h1 className="pb-2 text-title">{t('title')}</h1>
      <p className="max-w-text pb-8">{about}</p>
      <div className="space-y-8 pb-12">
        {problem === null || problem === 'nothing' ? null : (
          <Notice tone="problem" title={problem === 'oneOrder' ? t('oneOrder') : t('answers.not_possible')} />
        )}
        {page.read.kind === 'units' ? (
          <ChooseUnits
            of="rebooking"
            action={chooseTicketsToExchange}
            checkoutId={checkoutId}
            units={page.read.units}
            mayOverride={mayOverride}
            isByRuleOnly={!mayOverride}
            isEmpty={problem === 'nothing'}
          />
        ) : (
          <Notice title={t(`answers.${page.read.kind}`)} />
        )}
      </div>
    </StaffFrame>
  );
}
