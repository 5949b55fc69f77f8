import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { accentOf } from '../catalog/accent';
import { PageFrame } from '../layout/page-frame';
import { PhaseWatch } from '../order/phase-watch';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { SubmitButton } from '../ui/submit-button';
import { HeldItems, type ItemView } from './held-items';
import { lineName, type LineView } from './line-view';

function WaysOn({ lines }: { lines: readonly LineView[] }) {
  const t = useTranslations('checkout.expired');
  const language = useLocale();
  const products = new Map(
    lines.map((line) => [
      paths.product(language, line.catalogId, line.productId, {
        ...(line.date === null ? {} : { month: line.date.slice(0, 7) }),
      }),
      t('toProduct', { name: lineName(line) }),
    ]),
  );
  const events = new Map(
    lines.flatMap((line) =>
      line.tickets.flatMap(({ event, occursAt }) =>
        event === null || occursAt === null
          ? []
          : [[paths.event(language, line.catalogId, event.id), t('toEvent', { name: event.name })] as const],
      ),
    ),
  );
  return (
    <ul>
      {[...events, ...products].map(([href, name]) => (
        <li key={href}>
          <Link href={href} className="inline-flex min-h-target items-center underline">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

type Why =
  /** `reason`: an order was placed for nothing to pay, and could not be made. */
  | { readonly kind: 'expired'; readonly reason: string | null }
  /** The provider has not told yet whether the customer paid. */
  | { readonly kind: 'unconfirmed' };

const notCompletedReasons = ['sold_out', 'price_changed', 'order_refused'] as const;
const refreshSeconds = 10;

/** Title and text: what is known of the order and of the payment, and nothing else. */
function useWords(why: Why): { title: string; texts: readonly string[] } {
  const t = useTranslations('checkout.expired');
  const outcome = useTranslations('outcome.notCompleted');
  if (why.kind === 'unconfirmed') return { title: t('unconfirmed'), texts: [t('unconfirmedText')] };
  if (why.reason === null) return { title: t('title'), texts: [t('text')] };
  const reason = notCompletedReasons.find((one) => one === why.reason);
  const because = reason === undefined ? [] : [outcome(`reasons.${reason}`)];
  return { title: outcome('title'), texts: [outcome('text'), ...because] };
}

/** Shows the page anew when the provider has told whether the customer paid. */
function PaymentWatch({ checkoutId }: { checkoutId: string }) {
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={String(refreshSeconds)} />
      </noscript>
      <PhaseWatch href={`/api/orders/${checkoutId}/phase`} phase="unpaid" />
    </>
  );
}

type HoldOutcome = 'refused' | 'over_quota' | 'away' | null;

/** What came of holding it again. */
function OutcomeNotice({ outcome, lines }: { outcome: HoldOutcome; lines: readonly LineView[] }) {
  const t = useTranslations('checkout');
  switch (outcome) {
    case 'refused':
      return (
        <Notice tone="problem" title={t('expired.refused')}>
          <p>{t('expired.refusedText')}</p>
          <WaysOn lines={lines} />
        </Notice>
      );
    case 'over_quota':
      return (
        <Notice tone="problem" title={t('expired.limit')}>
          <p>{t('expired.limitText')}</p>
        </Notice>
      );
    case 'away':
      return (
        <Notice tone="problem" title={t('problem.away')}>
          <p>{t('problem.awayText')}</p>
        </Notice>
      );
    case null:
      return null;
  }
}

/** The hold is over: what was chosen is kept, and can be held again with one click. */
export function Expired({
  why,
  checkoutId,
  items,
  fees,
  total,
  outcome,
  holdAgain,
}: {
  why: Why;
  checkoutId: string;
  items: readonly ItemView[];
  fees: string;
  total: string;
  /** What came of holding it again. */
  outcome: HoldOutcome;
  holdAgain: (form: FormData) => Promise<void>;
}) {
  const t = useTranslations('checkout');
  const language = useLocale();
  const lines = items.flatMap((item) => item.lines);
  const [first] = lines;
  const words = useWords(why);
  const isSecond = outcome === 'refused' || why.kind === 'unconfirmed';
  return (
    <PageFrame {...(first === undefined ? {} : { accent: accentOf(first.catalogId) })}>
      {why.kind === 'unconfirmed' ? <PaymentWatch checkoutId={checkoutId} /> : null}
      <h1 className="max-w-[18ch] pt-10 pb-6 text-title sm:pt-14">{words.title}</h1>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-[7fr_5fr]">
        <div className="space-y-6">
          <OutcomeNotice outcome={outcome} lines={lines} />
          <div className="max-w-text space-y-3 font-serif text-lead">
            {words.texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
          <div className="flex flex-wrap items-center gap-4">
            <form action={holdAgain}>
              <input type="hidden" name="checkoutId" value={checkoutId} />
              <input type="hidden" name="language" value={language} />
              <SubmitButton variant={isSecond ? 'secondary' : 'primary'}>{t('expired.again')}</SubmitButton>
            </form>
            <Link href={paths.home(language)} className="inline-flex min-h-target items-center underline">
              {t('expired.browse')}
            </Link>
          </div>
        </div>
        <HeldItems
          items={items}
          fees={fees}
          total={total}
          checkoutId={checkoutId}
          title={t('expired.what')}
        />
      </div>
    </PageFrame>
  );
}
