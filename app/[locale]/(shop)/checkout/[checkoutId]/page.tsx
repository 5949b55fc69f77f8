import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { guessCountry } from '@/components/checkout/countries';
import { Denied } from '@/components/checkout/denied';
import { Expired } from '@/components/checkout/expired';
import { OpenCheckout, type CheckoutNotice } from '@/components/checkout/open-checkout';
import { PlainPage } from '@/components/checkout/plain-page';
import { ButtonLink } from '@/components/ui/button';
import { amountSchema } from '@/lib/contract/values';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { getCheckoutPage } from '@/lib/storefront/checkout';
import { textOf } from '@/lib/storefront/parameters';
import { holdAgain, keepDetails, order, removeHeldItem } from './actions';

type Props = PageProps<'/[locale]/checkout/[checkoutId]'>;
type Query = Awaited<Props['searchParams']>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('checkout');
  // "no-referrer" would remove the Origin of its forms, by which actions know that the forms are ours.
  return { title: t('title'), robots: { index: false }, referrer: 'same-origin' };
}

async function Cancelled({ language }: { language: Language }) {
  const t = await getTranslations('checkout.cancelled');
  return (
    <PlainPage title={t('title')} text={<p>{t('text')}</p>}>
      <ButtonLink href={paths.home(language)}>{t('browse')}</ButtonLink>
    </PlainPage>
  );
}

function noticeOf(query: Query, isUncharged: boolean): CheckoutNotice | null {
  if (textOf(query['payment']) === 'cancelled') return { kind: 'payment_cancelled', isUncharged };
  const before = amountSchema.safeParse(textOf(query['before']));
  const notice = textOf(query['notice']);
  if (notice === 'total_changed') return { kind: 'total_changed' };
  return notice === 'rereserved' ? { kind: 'rereserved', before: before.success ? before.data : null } : null;
}

function outcomeOf(query: Query): 'refused' | 'over_quota' | 'away' | null {
  const outcome = textOf(query['again']);
  return outcome === 'refused' || outcome === 'over_quota' || outcome === 'away' ? outcome : null;
}

/** What the customer typed, with a guess of the country if nothing was typed. */
async function withCountry<Entries extends { country: string }>(entries: Entries): Promise<Entries> {
  const guess = guessCountry((await headers()).get('accept-language'));
  return entries.country === '' ? { ...entries, country: guess } : entries;
}

export default async function CheckoutPage({ params, searchParams }: Props) {
  const { checkoutId } = await params;
  const query = await searchParams;
  const language = await getLocale();
  const page = await getCheckoutPage(checkoutId, language);
  switch (page.kind) {
    case 'denied':
      return <Denied />;
    case 'placed':
      return redirect(paths.order(language, checkoutId));
    case 'cancelled':
      return <Cancelled language={language} />;
    case 'expired':
    case 'unconfirmed': {
      const outcome = outcomeOf(query);
      return (
        <Expired
          {...page.view}
          why={page}
          checkoutId={checkoutId}
          outcome={outcome}
          hasEntries={Object.values(page.view.checkout.entries).some((entry) => entry !== '')}
          holdAgain={holdAgain}
        />
      );
    }
    case 'open':
      return (
        <OpenCheckout
          {...page.view.checkout}
          {...page.view}
          entries={await withCountry(page.view.checkout.entries)}
          checkoutId={checkoutId}
          notice={noticeOf(query, page.isUncharged)}
          actions={{ order, keep: keepDetails, remove: removeHeldItem }}
        />
      );
  }
}
