import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PlainPage } from '@/components/layout/plain-page';
import { FindForm } from '@/components/lookup/find-form';
import { codeLimits } from '@/lib/storefront/shop/lookup/find-orders';
import { oneOfParameter } from '@/lib/storefront/common/request/parameters';
import { searchOrders } from './actions';

type Props = PageProps<'/[locale]/orders/find'>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('checkout.find');
  // "no-referrer" would remove the Origin of its form, by which actions know that the form is ours.
  return { title: t('title'), robots: { index: false }, referrer: 'same-origin' };
}

/** The error of the last try: not an address, too many searches, or a code that is not valid any more. */
const problems = ['email', 'emailLong', 'busy', 'over'] as const;

export default async function FindOrdersPage({ searchParams }: Props) {
  const problem = oneOfParameter(problems, (await searchParams)['problem']);
  const t = await getTranslations('checkout.find');
  return (
    <PlainPage title={t('title')} text={<p>{t('text')}</p>}>
      <FindForm
        search={searchOrders}
        words={{ email: t('email'), button: t('button') }}
        problem={
          problem === null
            ? null
            : {
                title: t(`problem.${problem}`),
                text: t(`problem.${problem}Text`, codeLimits),
                isOfField: problem === 'email' || problem === 'emailLong',
              }
        }
      />
    </PlainPage>
  );
}
