import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { accentOf } from '../catalog/accent';
import { PageFrame } from '../layout/page-frame';
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

/** The hold is over: what was chosen is kept, and can be held again with one click. */
export function Expired({
  checkoutId,
  items,
  fees,
  total,
  outcome,
  holdAgain,
}: {
  checkoutId: string;
  items: readonly ItemView[];
  fees: string;
  total: string;
  /** What came of holding it again. */
  outcome: 'refused' | 'over_quota' | 'away' | null;
  holdAgain: (form: FormData) => Promise<void>;
}) {
  const t = useTranslations('checkout');
  const language = useLocale();
  const lines = items.flatMap((item) => item.lines);
  const [first] = lines;
  return (
    <PageFrame {...(first === undefined ? {} : { accent: accentOf(first.catalogId) })}>
      <h1 className="max-w-[18ch] pt-10 pb-6 text-title sm:pt-14">{t('expired.title')}</h1>
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-[7fr_5fr]">
        <div className="space-y-6">
          {outcome === 'refused' ? (
            <Notice tone="problem" title={t('expired.refused')}>
              <p>{t('expired.refusedText')}</p>
              <WaysOn lines={lines} />
            </Notice>
          ) : null}
          {outcome === 'over_quota' ? (
            <Notice tone="problem" title={t('expired.limit')}>
              <p>{t('expired.limitText')}</p>
            </Notice>
          ) : null}
          {outcome === 'away' ? (
            <Notice tone="problem" title={t('problem.away')}>
              <p>{t('problem.awayText')}</p>
            </Notice>
          ) : null}
          <p className="max-w-text font-serif text-lead">{t('expired.text')}</p>
          <div className="flex flex-wrap items-center gap-4">
            <form action={holdAgain}>
              <input type="hidden" name="checkoutId" value={checkoutId} />
              <input type="hidden" name="language" value={language} />
              <SubmitButton variant={outcome === 'refused' ? 'secondary' : 'primary'}>
                {t('expired.again')}
              </SubmitButton>
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
