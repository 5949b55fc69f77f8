import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { guessCountry } from '@/components/checkout/countries';
import { Denied } from '@/components/checkout/denied';
import { Emptied } from '@/components/checkout/emptied';
import { Expired } from '@/components/basket/expired';
import { OpenCheckout, type CheckoutNotice } from '@/components/checkout/open-checkout';
import { idSchema } from '@/lib/contract/iri';
import { amountSchema } from '@/lib/contract/values';
import { paths, type ShopText } from '@/lib/locale/paths';
import { accentOfItems } from '@/lib/storefront/common/catalogue/accent';
import { isJustMade } from '@/lib/storefront/shop/basket/change-holds';
import { getCheckoutPage, hasEntries } from '@/lib/storefront/common/checkout/checkout';
import { dayPlanOf } from '@/lib/storefront/shop/basket/day-plan';
import { mostPerItem, unchangedReasons } from '@/lib/storefront/shop/basket/replacing';
import { readEmptied } from '@/lib/storefront/shop/basket/emptied-booking';
import { exchangeProblems } from '@/lib/storefront/common/exchange/exchange-problem';
import { readExchange } from '@/lib/storefront/common/exchange/rebooking';
import { readVoucherNotice } from '@/lib/storefront/common/checkout/voucher-notice';
import { oneOfParameter, firstText, parseCount } from '@/lib/storefront/common/request/parameters';
import { giftSection } from '@/lib/storefront/common/checkout/gift-section';
import { loadSections } from '@/lib/storefront/common/checkout/questions';
import { formStep, namesOf, ownField } from '@/lib/storefront/common/checkout/steps';
import { shopLinks } from '@/lib/storefront/common/catalogue/shop-texts';
import { holdAgain, keepDetails, order, renew, undoRemoval } from './actions';

type Props = PageProps<'/[locale]/checkout/[checkoutId]'>;
type Query = Awaited<Props['searchParams']>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('checkout');
  // "no-referrer" would remove the Origin of its forms, by which actions know that the forms are ours.
  return { title: t('title'), robots: { index: false }, referrer: 'same-origin' };
}

const beforePayment: ReadonlySet<ShopText> = new Set(['seller', 'terms', 'privacy']);

const plainNotices = [
  'total_changed',
  'changed_elsewhere',
  'credited',
  'called_off',
  'extended',
  'not_extended',
  'extend_unavailable',
  'restored',
  'not_restored',
  'changed',
  'kept',
] as const;

/** About the click that led to the page: not said again when it is loaded later. */
const aboutClicks: ReadonlySet<(typeof plainNotices)[number]> = new Set([
  'restored',
  'changed',
  'kept',
  'changed_elsewhere',
]);

function parseNotice(query: Query, isUncharged: boolean): CheckoutNotice | null {
  if (firstText(query['payment']) === 'cancelled') return { kind: 'payment_cancelled', isUncharged };
  const before = amountSchema.safeParse(firstText(query['before']));
  const notice = firstText(query['notice']);
  const plain = oneOfParameter(plainNotices, notice);
  if (plain !== null && aboutClicks.has(plain) && !isJustMade(firstText(query['at']), Date.now()))
    return null;
  if (plain !== null) return { kind: plain };
  const removed = idSchema.safeParse(firstText(query['removed']));
  if ((notice === 'removed' || notice === 'restore_unavailable') && removed.success) {
    return { kind: notice, holdId: removed.data };
  }
  const why = oneOfParameter(exchangeProblems, query['why']);
  if ((notice === 'exchange' || notice === 'credit_lost') && why !== null) return { kind: notice, why };
  const unchanged = oneOfParameter(unchangedReasons, query['why']);
  if (notice === 'unchanged' && unchanged !== null) {
    const most = parseCount(query['most']) ?? 0;
    return isJustMade(firstText(query['at']), Date.now())
      ? { kind: 'unchanged', why: unchanged, most }
      : null;
  }
  const voucher = readVoucherNotice(firstText(query['why']), firstText(query['from']));
  if (notice === 'voucher' && voucher !== null) return { kind: 'voucher', of: voucher };
  return notice === 'rereserved' ? { kind: 'rereserved', before: before.success ? before.data : null } : null;
}

function parseOutcome(query: Query): 'refused' | 'over_quota' | 'unavailable' | null {
  return oneOfParameter(['refused', 'over_quota', 'unavailable'], query['again']);
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
  // Only the address to which the payment page leads back names its payment.
  const left = idSchema.safeParse(firstText(query['page']));
  const page = await getCheckoutPage(checkoutId, language, left.success ? left.data : null);
  switch (page.kind) {
    case 'denied':
      return <Denied />;
    case 'placed':
      return redirect(paths.order(language, checkoutId));
    case 'cancelled': {
      const { openId, ...emptied } = await readEmptied(checkoutId);
      // The removal was undone, or others are held: somebody went back to this page.
      if (openId !== null) return redirect(paths.checkout(language, openId));
      return (
        <Emptied {...emptied} checkoutId={checkoutId} notice={parseNotice(query, true)} undo={undoRemoval} />
      );
    }
    case 'expired':
    case 'unconfirmed': {
      const outcome = parseOutcome(query);
      return (
        <Expired
          {...page.view}
          why={page}
          checkoutId={checkoutId}
          accent={accentOfItems(page.view)}
          outcome={outcome}
          hasEntries={hasEntries(page.view.checkout.entries)}
          holdAgain={holdAgain}
        />
      );
    }
    case 'open': {
      const lines = page.view.items.flatMap((item) => item.lines);
      const gift = await giftSection(lines, { ...page.view, language });
      const all = [...(await loadSections(page.view.holds, language)), gift];
      const step = formStep(all, parseCount(query['step']) ?? 1);
      return (
        <OpenCheckout
          {...page.view.checkout}
          {...page.view}
          entries={await withCountry(page.view.checkout.entries)}
          checkoutId={checkoutId}
          accent={accentOfItems(page.view)}
          sections={step.sections}
          step={{ ...step, names: namesOf(step), ownField }}
          texts={shopLinks(language).filter(({ name }) => beforePayment.has(name))}
          notice={parseNotice(query, page.isUncharged)}
          exchange={await readExchange(page.view, language)}
          dayPlan={dayPlanOf(page.view.items, language)}
          most={await mostPerItem(page.view.holds)}
          actions={{ order, keep: keepDetails, renew }}
        />
      );
    }
  }
}
