import { getLocale, getTranslations } from 'next-intl/server';
import { PageFrame } from '@/components/layout/page-frame';
import { StaffBar } from '@/components/staff/staff-bar';
import { StaffOrder } from '@/components/staff/staff-order';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { paths } from '@/lib/locale/paths';
import { textOf } from '@/lib/storefront/parameters';
import { getStaffOrder } from '@/lib/storefront/staff';
import {
  acknowledge,
  acknowledgeIncident,
  changeTicketBlock,
  revoke,
  sendAgain,
  settle,
  signOut,
} from '../../actions';
import { StaffGate } from '../../gate';

type Props = PageProps<'/[locale]/staff/orders/[checkoutId]'>;

export default async function StaffOrderPage({ params, searchParams }: Props) {
  const { checkoutId } = await params;
  const isWrong = textOf((await searchParams)['problem']) === 'email';
  const language = await getLocale();
  const t = await getTranslations('staff.order');
  const answer = await getStaffOrder(checkoutId, language);
  if (answer.kind !== 'staff') {
    const back = paths.staffOrder(language, encodeURIComponent(checkoutId));
    return <StaffGate access={answer} back={back} />;
  }
  return (
    <PageFrame accent="cobalt">
      <StaffBar name={answer.member.name} signOut={signOut} />
      {answer.value === null ? (
        <div className="py-10">
          <h1 className="pb-6 text-title">{t('unknown')}</h1>
          <Empty title={t('unknownText')}>
            <ButtonLink href={paths.staff(language)}>{t('back')}</ButtonLink>
          </Empty>
        </div>
      ) : (
        <StaffOrder
          {...answer.value}
          actions={{ settle, acknowledgeIncident, changeTicketBlock, revoke }}
          mail={{ isWrong, sendAgain, acknowledge }}
        />
      )}
    </PageFrame>
  );
}
