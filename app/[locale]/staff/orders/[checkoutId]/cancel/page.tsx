import { useTranslations } from 'next-intl';
import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { ChooseUnits } from '@/components/cancellation/choose-units';
import { GivenTickets } from '@/components/cancellation/given-tickets';
import { LeftToRefund } from '@/components/cancellation/left-to-refund';
import { StaffCancelStep } from '@/components/staff/cancellation/staff-cancel-step';
import { TextLink } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { parseProblem, parseUnitKeys } from '@/lib/storefront/common/cancellation/cancellation-form';
import {
  chosenUnits,
  type UnitView,
  withinLeft,
} from '@/lib/storefront/common/cancellation/cancellation-units';
import { may } from '@/lib/storefront/common/account/staff-access';
import { getStaffCancelPage } from '@/lib/storefront/staff/cancellation/cancellation';
import { undoMinutes } from '@/lib/storefront/staff/cancellation/undo-sale';
import { StaffFrame } from '../../../frame';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import { isUsedCard } from '@/lib/shop/rules/used-card';
import { StaffGate } from '../../../gate';
import { cancelChosenTickets } from './actions';

type Props = PageProps<'/[locale]/staff/orders/[checkoutId]/cancel'>;

/** Whether an admin may cancel it against the rule. */
const isLeftToAdmin = (unit: UnitView) => unit.obstacle !== 'CANCELLED' && !isUsedCard(unit);

interface HeadProps {
  readonly orderPage: string;
  readonly reference: string;
  readonly units: readonly UnitView[];
}

function Head({ orderPage, reference, units }: HeadProps) {
  const t = useTranslations('cancellation');
  const of = bookingKind(units.map(({ line }) => line));
  return (
    <>
      <p className="pt-3">
        <TextLink href={orderPage}>{t('toOrder')}</TextLink>
      </p>
      <PageTitle title={t('title', { of })} of={reference} className="pb-2" />
      <p className="pb-8 text-ink-soft">{t('booking', { reference })}</p>
    </>
  );
}

export default async function StaffCancelPage({ params, searchParams }: Props) {
  const { checkoutId } = await params;
  const parameters = await searchParams;
  const language = await getLocale();
  const answer = await getStaffCancelPage(checkoutId, language);
  const path = paths.staffCancel(language, encodeURIComponent(checkoutId));
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={path} />;
  const { member, value: page } = answer;
  const orderPage = paths.staffOrder(language, encodeURIComponent(checkoutId));
  if (page.kind !== 'page') redirect(orderPage);
  const t = await getTranslations('cancellation');
  const mayOverride = may(member, 'orders:override');
  // Of a disputed payment nothing can be refunded; an admin may cancel without a refund.
  const left = page.isDisputed ? '0.00' : page.left;
  const units = page.read.kind === 'units' ? page.read.units : [];
  const open = units.filter((unit) => unit.obstacle === null || (mayOverride && isLeftToAdmin(unit)));
  const isSecondStep = parameters['step'] === 'confirm';
  const keys = isSecondStep ? parseUnitKeys(parameters['unit']) : [];
  // The page begins with all that can be cancelled by the rule.
  const all = parameters['step'] === undefined ? units.filter(({ obstacle }) => obstacle === null) : [];
  const chosen = isSecondStep ? chosenUnits(open, keys) : all.length === 0 ? null : all;
  // Tickets that were chosen are not open any more: they were cancelled meanwhile, or their deadline has passed.
  const isClosed = page.isDisputed && !mayOverride;
  const isChanged = keys.length > 0 && chosen === null && page.read.kind === 'units' && !isClosed;
  const problem = parseProblem(parameters['problem']) ?? (isChanged ? 'changed' : null);
  return (
    <StaffFrame member={member}>
      <Head orderPage={orderPage} reference={page.view.checkout.reference} units={units} />
      <div className="space-y-8 pb-12">
        {problem === null ? null : <Notice tone="problem" title={t(`answers.${problem}`)} />}
        <LeftToRefund {...page} mayOverride={mayOverride} />
        {page.isUndo ? <p className="max-w-text">{t('staff.undo', { minutes: undoMinutes })}</p> : null}
        {isClosed || open.length === 0 ? null : <GivenTickets view={page.view} />}
        {isClosed ? null : page.read.kind !== 'units' ? (
          <Notice title={t(`answers.${page.read.kind}`)} />
        ) : chosen === null ? (
          <ChooseUnits
            action={path}
            units={units}
            mayOverride={mayOverride}
            left={page.left}
            isByRuleOnly={!mayOverride}
            isEmpty={isSecondStep && !isChanged}
          />
        ) : (
          <StaffCancelStep
            checkoutId={checkoutId}
            sources={page.sources}
            mayOverride={mayOverride}
            left={left}
            chosen={withinLeft(chosen, left)}
            back={paths.staffCancel(language, encodeURIComponent(checkoutId), [['step', 'choose']])}
            cancel={cancelChosenTickets}
          />
        )}
      </div>
    </StaffFrame>
  );
}
