import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { CodeForm } from '@/components/lookup/code-form';
import { paths } from '@/lib/locale/paths';
import { codeLimits, currentSearch } from '@/lib/storefront/shop/lookup/find-orders';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { enterCode } from '../actions';

type Props = PageProps<'/[locale]/orders/find/code'>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('checkout.find.code');
  return { title: t('title'), robots: { index: false }, referrer: 'same-origin' };
}

export default async function CodePage({ searchParams }: Props) {
  const language = await getLocale();
  const asked = firstText((await searchParams)['problem']);
  const search = await currentSearch();
  if (search === null) redirect(paths.findOrders(language));
  if (!search.isAlive) redirect(paths.findOrders(language, { problem: 'ended' }));
  const problem = asked === 'wrong' || asked === 'format' ? asked : null;
  return <CodeForm action={enterCode} {...search} minutes={codeLimits.minutes} problem={problem} />;
}
