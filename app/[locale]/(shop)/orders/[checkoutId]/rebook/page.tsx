import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { ExchangeUnits, exchangeStartProblems } from '@/components/exchange/exchange-units';
import { Denied } from '@/components/checkout/denied';
import { PageFrame } from '@/components/layout/page-frame';
import { TextLink } from '@/components/ui/link';
import { paths } from '@/lib/locale/paths';
import { accentOfItems } from '@/lib/storefront/common/catalogue/accent';
import { oneOfParameter } from '@/lib/storefront/common/request/parameters';
import { getRebookPage } from '@/lib/storefront/common/exchange/rebooking';
import { chooseTickets } from './actions';

type Props = PageProps<'/[locale]/orders/[checkoutId]/rebook'>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('rebooking');
  // "no-referrer" would remove the Origin of its form, by which actions know that the form is ours.
  return { title: t('title'), robots: { index: false }, referrer: 'same-origin' };
}

export default async function RebookPage({ params, searchParams }: Props) {
  const { checkoutId } = await params;
  const language = await getLocale();
  const page = await getRebookPage(checkoutId, language);
  if (page.kind === 'denied') return <Denied />;
  if (page.kind === 'not_ordered') redirect(paths.order(language, checkoutId));
  const t = await getTranslations('rebooking');
  const problem = oneOfParameter(exchangeStartProblems, (await searchParams)['problem']);
  return (
    <PageFrame accent={accentOfItems(page.view)}>
      <p className="pt-6">
        <TextLink href={paths.order(language, checkoutId)}>{page.view.checkout.reference}</TextLink>
      </p>
      <h1 className="pb-2 text-title">{t('title')}</h1>
      <p className="max-w-text pb-8">{t('about')}</p>
      <ExchangeUnits {...page} action={chooseTickets} checkoutId={checkoutId} problem={problem} />
    </PageFrame>
  );
}
