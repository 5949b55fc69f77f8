import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PlainPage } from '@/components/layout/plain-page';
import { FindForm } from '@/components/lookup/find-form';
import { codeLimits } from '@/lib/storefront/shop/lookup/find-orders';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { searchOrders } from './actions';

type Props = PageProps<'/[locale]/orders/find'>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('checkout.find');
  // "no-referrer" would remove the Origin of its form, by which actions know that the form is ours.
  return { title: t('title'), robots: { index: false }, referrer: 'same-origin' };
}

export default async function FindOrdersPage({ searchParams }: Props) {
  // The code page leads back here when its code can't be used any more.
  const hasEnded = firstText((await searchParams)['problem']) === 'ended';
  const t = await getTranslations('checkout.find');
  return (
    <PlainPage title={t('title')} text={<p>{t('text')}</p>}>
      <FindForm
        search={searchOrders}
        words={{ email: t('email'), button: t('button') }}
        problem={
          hasEnded
            ? { title: t('problem.ended'), text: t('problem.endedText', codeLimits), isOfField: false }
            : null
        }
      />
    </PlainPage>
  );
}
