import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { FindForm, type FindProblem } from '@/components/order/find-form';
import { codeLimits } from '@/lib/storefront/find-orders';
import { textOf } from '@/lib/storefront/parameters';
import { sendCode } from './actions';

type Props = PageProps<'/[locale]/orders/find'>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('checkout.find');
  // "no-referrer" would remove the Origin of its form, by which actions know that the form is ours.
  return { title: t('title'), robots: { index: false }, referrer: 'same-origin' };
}

const problems: readonly FindProblem[] = ['email', 'busy', 'over'];

export default async function FindOrdersPage({ searchParams }: Props) {
  const asked = textOf((await searchParams)['problem']);
  const problem = problems.find((one) => one === asked) ?? null;
  return <FindForm action={sendCode} problem={problem} limits={codeLimits} />;
}
