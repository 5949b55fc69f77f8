import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { ChooseUnits } from '@/components/cancellation/choose-units';
import { ConfirmUnits } from '@/components/cancellation/confirm-units';
import { GivenTickets } from '@/components/cancellation/given-tickets';
import { LeftToRefund } from '@/components/cancellation/left-to-refund';
import { Denied } from '@/components/checkout/denied';
import { PageFrame } from '@/components/layout/page-frame';
import { TextLink } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { paths } from '@/lib/locale/paths';
import { bookingKind } from '@/lib/shop/rules/booking-kind';
import { accentOfItems } from '@/lib/storefront/common/catalogue/accent';
import { getCancelPage } from '@/lib/storefront/common/cancellation/cancel-tickets';
import { chosenUnits, withinLeft } from '@/lib/storefront/common/cancellation/cancellation-units';
import { parseProblem, parseUnitKeys } from '@/lib/storefront/common/cancellation/cancellation-form';
import { cancelTickets } from './actions';

type Props = PageProps<'/[locale]/orders/[checkoutId]/cancel'>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('cancellation');
  // "no-referrer" would remove the Origin of its form, by which actions know that the form is ours.
  return { title: t('title', { of: 'tickets' }), robots: { index: false }, referrer: 'same-origin' };
}

export default async function CancelPage({ params, searchParams }: Props) {
  const { checkoutId } = await params;
  const parameters = await searchParams;
  const language = await getLocale();
  const page = await getCancelPage(checkoutId, language);
  if (page.kind === 'denied') return <Denied />;
  if (page.kind === 'not_ordered') redirect(paths.order(language, checkoutId));
  const t = await getTranslations('cancellation');
  const path = paths.cancelOrder(language, checkoutId);
  const isCounter = page.view.checkout.channel === 'counter';
  const units = page.read.kind === 'units' ? page.read.units : [];
  const isSecondStep = parameters['step'] === 'confirm';
  const keys = isSecondStep ? parseUnitKeys(parameters['unit']) : [];
  const open = units.filter(({ obstacle }) => obstacle === null);
  const picked = chosenUnits(open, keys);
  const chosen = picked === null ? null : withinLeft(picked, page.left);
  // What was chosen is not open any more: it was cancelled meanwhile, or its deadline has passed.
  const isChanged = keys.length > 0 && chosen === null && page.read.kind === 'units' && !page.isDisputed;
  const problem = parseProblem(parameters['problem']) ?? (isChanged ? 'changed' : null);
  return (
    <PageFrame accent={accentOfItems(page.view)}>
      <p className="pt-6">
        <TextLink href={paths.order(language, checkoutId)}>{t('toOrder')}</TextLink>
      </p>
      <h1 className="pb-2 text-title">{t('title', { of: bookingKind(units.map(({ line }) => line)) })}</h1>
      <p className="pb-8 text-ink-soft">{t('booking', { reference: page.view.checkout.reference })}</p>
      <div className="space-y-8 pb-12">
        {problem === null ? null : <Notice tone="problem" title={t(`answers.${problem}`)} />}
        <LeftToRefund {...page} />
        {open.length > 0 && !page.isDisputed ? <GivenTickets view={page.view} /> : null}
        {page.isDisputed ? null : page.read.kind !== 'units' ? (
          <Notice title={t(`answers.${page.read.kind}`)} />
        ) : chosen === null ? (
          <ChooseUnits
            action={path}
            units={units}
            left={page.left}
            mayOverride={false}
            isEmpty={isSecondStep && !isChanged}
          />
        ) : (
          <ConfirmUnits
            checkoutId={checkoutId}
            chosen={chosen}
            isCounter={isCounter}
            action={cancelTickets}
            back={path}
          />
        )}
      </div>
    </PageFrame>
  );
}
