import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { ChooseUnits } from '@/components/cancellation/choose-units';
import { ConfirmUnits } from '@/components/cancellation/confirm-units';
import { OverrideFields } from '@/components/cancellation/override-fields';
import { Field } from '@/components/ui/field';
import { TextLink } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { paths } from '@/lib/locale/paths';
import { problemOf, unitKeysOf } from '@/lib/storefront/cancellation-form';
import { byOrder, chosenUnits } from '@/lib/storefront/cancellation-units';
import { may } from '@/lib/storefront/staff-access';
import { getStaffCancelPage } from '@/lib/storefront/staff-cancellation';
import { StaffFrame } from '../../../frame';
import { StaffGate } from '../../../gate';
import { cancelTicketsAsStaff } from './actions';

type Props = PageProps<'/[locale]/staff/orders/[checkoutId]/cancel'>;

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
  const problem = problemOf(parameters['problem']);
  const units = page.read.kind === 'units' ? page.read.units : [];
  const isSecondStep = parameters['step'] === 'confirm';
  const open = units.filter(({ obstacle }) => obstacle === null || (mayOverride && obstacle !== 'CANCELLED'));
  const chosen = isSecondStep ? chosenUnits(open, unitKeysOf(parameters['unit'])) : null;
  return (
    <StaffFrame member={member}>
      <p className="pt-6">
        <TextLink href={orderPage}>{t('toOrder')}</TextLink>
      </p>
      <h1 className="pb-2 text-title">{t('title')}</h1>
      <p className="pb-8 text-ink-soft">{t('booking', { reference: page.view.checkout.reference })}</p>
      <div className="space-y-8 pb-12">
        {problem === null ? null : <Notice tone="problem" title={t(`answers.${problem}`)} />}
        {page.read.kind !== 'units' ? (
          <Notice title={t(`answers.${page.read.kind}`)} />
        ) : chosen === null ? (
          <ChooseUnits action={path} units={units} mayOverride={mayOverride} isEmpty={isSecondStep} />
        ) : (
          <ConfirmUnits checkoutId={checkoutId} chosen={chosen} action={cancelTicketsAsStaff} back={path}>
            <Field name="reason" label={t('reason')} hint={t('reasonHint')} maxLength={500} required />
            {mayOverride ? (
              <OverrideFields
                orders={byOrder(chosen)}
                isNeeded={chosen.some(({ obstacle }) => obstacle !== null)}
              />
            ) : null}
          </ConfirmUnits>
        )}
      </div>
    </StaffFrame>
  );
}
