import { useLocale, useTranslations } from 'next-intl';
import type { CheckoutView } from '@/lib/shop/flows/lookup/read-checkout';
import { type Line, notCompletedReasons } from '@/lib/shop/values/checkout-values';
import { aroundName } from '@/lib/locale/around-name';
import { notCompletedKey } from '@/lib/locale/not-completed';
import { paths } from '@/lib/locale/paths';
import { venueDay } from '@/lib/locale/venue-time';
import type { Accent } from '@/lib/contract/accent';
import { PageFrame } from '../layout/page-frame';
import { OrderWatch } from './watches';
import { FocusWhenShown } from '../ui/focus-when-shown';
import { HiddenFields } from '../ui/hidden-fields';
import { TextLink } from '../ui/link';
import { Named } from '../ui/named';
import { Notice } from '../ui/notice';
import { SubmitButton } from '../ui/submit-button';
import { HeldItems, type ItemView } from './held-items';
import { lineName } from './line-view';

function WaysOn({ lines }: { lines: readonly Line[] }) {
  const t = useTranslations('checkout.expired');
  const language = useLocale();
  const products = new Map(
    lines.map((line) => [
      line.productId,
      {
        href: paths.product(language, line.catalogId, line.productId, { month: line.date?.slice(0, 7) }),
        text: { ...aroundName(lineName(line), (name) => t('toProduct', { name })), lang: line.lang },
      },
    ]),
  );
  // Of several days of an event, the page opens at one: two links would have the same words.
  const events = new Map(
    lines.flatMap((line) =>
      line.tickets.flatMap(({ event, occursAt }) => {
        if (event === null || occursAt === null) return [];
        const date = venueDay(occursAt, line.timezone ?? undefined);
        const href = paths.event(language, line.catalogId, event.id, { date });
        const text = { ...aroundName(event.name, (name) => t('toEvent', { name })), lang: line.lang };
        return [[event.id, { href, text }] as const];
      }),
    ),
  );
  return (
    <ul>
      {[...events.values(), ...products.values()].map(({ href, text }) => (
        <li key={href}>
          <TextLink href={href}>
            <span>
              <Named {...text} />
            </span>
          </TextLink>
        </li>
      ))}
    </ul>
  );
}

type Why =
  /** `reason`: a free order was placed, but could not be made. */
  { readonly kind: 'expired'; readonly reason: string | null } | { readonly kind: 'unconfirmed' };

/** Title and text: only what is known of the order and of the payment. */
function useWords(why: Why): { title: string; texts: readonly string[] } {
  const t = useTranslations('checkout.expired');
  const outcome = useTranslations('outcome.notCompleted');
  const all = useTranslations();
  if (why.kind === 'unconfirmed') return { title: t('unconfirmed'), texts: [t('unconfirmedText')] };
  if (why.reason === null) return { title: t('title'), texts: [t('text')] };
  const reason = notCompletedReasons.find((one) => one === why.reason);
  const because = reason === undefined ? [] : [all(notCompletedKey(reason))];
  return { title: outcome('title'), texts: [outcome('text'), ...because] };
}

/** Why nothing was held again, with the texts that say so. */
const outcomeTexts = {
  refused: 'expired.refused',
  over_quota: 'expired.limit',
  unavailable: 'problem.unavailable',
} as const;

type HoldOutcome = keyof typeof outcomeTexts;

function OutcomeNotice({ outcome, lines }: { outcome: HoldOutcome; lines: readonly Line[] }) {
  const t = useTranslations('checkout');
  const key = outcomeTexts[outcome];
  return (
    <Notice tone="problem" title={t(key)}>
      <p>{t(`${key}Text`)}</p>
      {outcome === 'refused' ? <WaysOn lines={lines} /> : null}
    </Notice>
  );
}

interface ExpiredProps {
  why: Why;
  checkoutId: string;
  accent?: Accent | undefined;
  items: readonly ItemView[];
  fees: string;
  voucher: CheckoutView['voucher'];
  total: string;
  outcome: HoldOutcome | null;
  /** Whether the customer's details are stored. */
  hasEntries: boolean;
  holdAgain: (form: FormData) => Promise<void>;
}

export function Expired(props: ExpiredProps) {
  const { why, checkoutId, items, fees, voucher, total, outcome, hasEntries, holdAgain } = props;
  const t = useTranslations('checkout');
  const language = useLocale();
  const lines = items.flatMap((item) => item.lines);
  const words = useWords(why);
  const isSecond = outcome === 'refused' || why.kind === 'unconfirmed';
  return (
    <PageFrame accent={props.accent}>
      {why.kind === 'unconfirmed' ? (
        <OrderWatch checkoutId={checkoutId} phase="unpaid" refreshSeconds={10} />
      ) : null}
      {/* It replaces the form at the end of the hold: the customer continues here. */}
      <h1 tabIndex={-1} className="max-w-[18ch] pt-10 pb-6 text-title sm:pt-14">
        {words.title}
        <FocusWhenShown />
      </h1>
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 md:grid-cols-[7fr_5fr]">
        <div className="space-y-6">
          {outcome === null ? null : <OutcomeNotice outcome={outcome} lines={lines} />}
          <div className="max-w-text space-y-3 font-serif text-lead">
            {words.texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {hasEntries ? <p>{t('expired.kept')}</p> : null}
          </div>
          <div className="flex flex-wrap items-center gap-4">
            <form action={holdAgain}>
              <HiddenFields checkoutId={checkoutId} language={language} />
              <SubmitButton variant={isSecond ? 'secondary' : 'primary'}>{t('expired.again')}</SubmitButton>
            </form>
            <TextLink href={paths.home(language)}>{t('expired.browse')}</TextLink>
          </div>
        </div>
        <HeldItems items={items} fees={fees} voucher={voucher} total={total} title={t('expired.what')} />
      </div>
    </PageFrame>
  );
}
