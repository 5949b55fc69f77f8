import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { guessCountry } from '@/components/checkout/countries';
import { Denied } from '@/components/checkout/denied';
import { Expired } from '@/components/checkout/expired';
import { OpenCheckout, type CheckoutNotice } from '@/components/checkout/open-checkout';
import { PlainPage } from '@/components/checkout/plain-page';
import { ButtonLink } from '@/components/ui/button-link';
import { HiddenFields } from '@/components/ui/hidden-fields';
import { Notice } from '@/components/ui/notice';
import { SubmitButton } from '@/components/ui/submit-button';
import { idSchema } from '@/lib/contract/iri';
import { amountSchema } from '@/lib/contract/values';
import type { Language } from '@/lib/locale/languages';
import { paths, type ShopText } from '@/lib/locale/paths';
import { accentOfItems } from '@/lib/storefront/accent';
import { isJustMade } from '@/lib/storefront/change-holds';
import { getCheckoutPage, hasEntries } from '@/lib/storefront/checkout';
import { exchangeProblems } from '@/lib/storefront/exchange-problem';
import { exchangeOf } from '@/lib/storefront/rebooking';
import { readVoucherNotice } from '@/lib/storefront/voucher-notice';
import { textOf } from '@/lib/storefront/parameters';
import { loadSections } from '@/lib/storefront/questions';
import { returnRules } from '@/lib/storefront/return-rules';
import { shopLinks } from '@/lib/storefront/shop-texts';
import { holdAgain, keepDetails, order, renew, undoRemoval } from './actions';

type Props = PageProps<'/[locale]/checkout/[checkoutId]'>;
type Query = Awaited<Props['searchParams']>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('checkout');
  // "no-referrer" would remove the Origin of its forms, by which actions know that the forms are ours.
  return { title: t('title'), robots: { index: false }, referrer: 'same-origin' };
}

interface CancelledProps {
  language: Language;
  checkoutId: string;
  notice: CheckoutNotice | null;
}

async function Cancelled({ language, checkoutId, notice }: CancelledProps) {
  const t = await getTranslations('checkout');
  const isRefused = notice?.kind === 'not_restored' || notice?.kind === 'restore_away';
  const removed = notice?.kind === 'removed' || notice?.kind === 'restore_away' ? notice.holdId : null;
  const exchange = await exchangeOf(checkoutId);
  return (
    <PlainPage title={t('cancelled.title')} isResult={removed !== null} text={<p>{t('cancelled.text')}</p>}>
      {isRefused ? (
        <div className="pb-6">
          <Notice tone="problem" title={t(`problem.${notice.kind}`)}>
            <p>{t(`problem.${notice.kind}Text`)}</p>
          </Notice>
        </div>
      ) : null}
      {exchange?.kind === 'used' ? (
        <p className="pb-6">
          {(await getTranslations('rebooking'))('goesOn', {
            ...{ count: exchange.tickets, reference: exchange.reference },
          })}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-4">
        <ButtonLink href={paths.home(language)}>{t('cancelled.browse')}</ButtonLink>
        {removed === null ? null : (
          <form action={undoRemoval}>
            <HiddenFields checkoutId={checkoutId} language={language} restore={removed} />
            <SubmitButton variant="secondary">{t('problem.undo')}</SubmitButton>
          </form>
        )}
      </div>
    </PlainPage>
  );
}

const beforePayment: ReadonlySet<ShopText> = new Set(['seller', 'terms', 'privacy']);

const plainNotices = [
  'total_changed',
  'extended',
  'not_extended',
  'extend_away',
  'restored',
  'not_restored',
] as const;

function noticeOf(query: Query, isUncharged: boolean): CheckoutNotice | null {
  if (textOf(query['payment']) === 'cancelled') return { kind: 'payment_cancelled', isUncharged };
  const before = amountSchema.safeParse(textOf(query['before']));
  const notice = textOf(query['notice']);
  const plain = plainNotices.find((one) => one === notice);
  if (plain === 'restored' && !isJustMade(textOf(query['at']), Date.now())) return null;
  if (plain !== undefined) return { kind: plain };
  const removed = idSchema.safeParse(textOf(query['removed']));
  if ((notice === 'removed' || notice === 'restore_away') && removed.success) {
    return { kind: notice, holdId: removed.data };
  }
  const why = exchangeProblems.find((one) => one === textOf(query['why']));
  if ((notice === 'exchange' || notice === 'credit_lost') && why !== undefined) return { kind: notice, why };
  const voucher = readVoucherNotice(textOf(query['why']), textOf(query['from']));
  if (notice === 'voucher' && voucher !== null) return { kind: 'voucher', of: voucher };
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
  // The address to which the payment page leads back names its payment; those of the release before do not.
  const left = idSchema.safeParse(textOf(query['page']));
  const page = await getCheckoutPage(checkoutId, language, left.success ? left.data : null);
  switch (page.kind) {
    case 'denied':
      return <Denied />;
    case 'placed':
      return redirect(paths.order(language, checkoutId));
    case 'cancelled':
      return <Cancelled language={language} checkoutId={checkoutId} notice={noticeOf(query, true)} />;
    case 'expired':
    case 'unconfirmed': {
      const outcome = outcomeOf(query);
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
    case 'open':
      return (
        <OpenCheckout
          {...page.view.checkout}
          {...page.view}
          entries={await withCountry(page.view.checkout.entries)}
          checkoutId={checkoutId}
          accent={accentOfItems(page.view)}
          sections={await loadSections(checkoutId, language)}
          texts={shopLinks(language).filter(({ name }) => beforePayment.has(name))}
          notice={noticeOf(query, page.isUncharged)}
          returns={await returnRules(page.view.items, language)}
          exchange={await exchangeOf(checkoutId)}
          actions={{ order, keep: keepDetails, renew }}
        />
      );
  }
}
