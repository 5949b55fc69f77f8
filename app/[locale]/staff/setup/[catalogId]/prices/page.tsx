import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { nameIn } from '@/components/staff/setup/name-in';
import { SetupForm } from '@/components/staff/setup/setup-form';
import { SetPrices } from '@/components/staff/setup/set-prices';
import { DataTable } from '@/components/staff/ui/data-table';
import { PageTitle } from '@/components/staff/ui/page-title';
import { Section } from '@/components/staff/ui/section';
import { Notice } from '@/components/ui/notice';
import { formatDay, weekdayNames } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import { periodsOf, productOf, type ProductView } from '@/lib/setup/product-view';
import { firstText, oneOfParameter } from '@/lib/storefront/common/request/parameters';
import { readSetPrices } from '@/lib/storefront/staff/setup/set-prices';
import { todayOf } from '@/lib/storefront/staff/setup/save-sessions';
import type { OpenDraft } from '@/lib/storefront/staff/setup/setup-reads';
import { fieldMaker } from '../../field-texts';
import { previewButtons, seriesDays, weekdaysField } from '../../session-groups';
import { WithDraft } from '../../with-draft';
import { addTariffDays, setTariffPrices } from './actions';

export default async function PricesPage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/setup/[catalogId]/prices'>) {
  const { catalogId } = await params;
  const parameters = await searchParams;
  const key = firstText(parameters['key']) ?? '';
  const isSaved = oneOfParameter(['saved'], parameters['done']) !== null;
  return (
    <WithDraft catalogId={catalogId}>
      {(open) => {
        const product = productOf(open.draft, key);
        if (product === null) notFound();
        return <Prices open={open} product={product} isSaved={isSaved} />;
      }}
    </WithDraft>
  );
}

interface PricesProps {
  readonly open: OpenDraft;
  readonly product: ProductView;
  readonly isSaved: boolean;
}

async function Prices({ open, product, isSaved }: PricesProps) {
  const t = await getTranslations('setup');
  const language = await getLocale();
  const field = await fieldMaker();
  const buttons = await previewButtons();
  const shared = {
    about: { catalogId: open.catalogId, thing: product.key },
    version: open.version,
    values: { from: [todayOf(open.draft)] },
    buttons,
  };
  const price = field('price', { inputMode: 'decimal', most: 20 });
  const name = nameIn(open.draft, product.name, language) || product.key;
  return (
    <>
      <PageTitle title={`${name}: ${t('parts.prices')}`} of={open.name} className="pb-4" />
      <div className="space-y-12">
        {isSaved ? <Notice tone="result" title={t('done.saved')} /> : null}
        <SetPrices
          catalogId={open.catalogId}
          name={name}
          prices={await readSetPrices(open.catalogId, product.key, language)}
        />
        <Periods open={open} product={product} />
        <Section id="from-a-day" title={t('prices.change')}>
          <p className="max-w-text pb-4">{t('prices.changeText')}</p>
          <SetupForm
            {...shared}
            action={setTariffPrices}
            groups={[
              {
                fields: [
                  price,
                  field('from', { type: 'date' }),
                  field('until', { type: 'date', optional: true }),
                  await weekdaysField(true),
                  field('originalPrice', { optional: true, inputMode: 'decimal', most: 20 }),
                ],
              },
            ]}
          />
        </Section>
        {product.events.some(({ dateAccess }) => dateAccess) ? (
          <Section id="days" title={t('prices.days')}>
            <p className="max-w-text pb-4">{t('prices.daysText')}</p>
            <SetupForm
              {...shared}
              prefix="days-"
              action={addTariffDays}
              groups={[{ fields: [price, ...(await seriesDays())] }]}
            />
          </Section>
        ) : null}
      </div>
    </>
  );
}

async function Periods({ open: { draft }, product }: Omit<PricesProps, 'isSaved'>) {
  const t = await getTranslations('setup');
  const language = await getLocale();
  const periods = periodsOf(draft, product.key);
  if (periods.length === 0) return <p>{t('prices.none')}</p>;
  const names = weekdayNames(language, 'short');
  const day = (date: string) => formatDay(date, language, 'short');
  return (
    <DataTable
      caption={t('prices.caption')}
      columns={[
        t('fields.from'),
        t('fields.until'),
        t('fields.weekdays'),
        t('columns.price'),
        t('columns.days'),
      ]}
      rows={periods.map(({ from, until, weekdays, price, originalPrice, days }) => ({
        key: `${from} ${price} ${weekdays.join('')}`,
        cells: [
          day(from),
          day(until),
          weekdays.map((weekday) => names[weekday]).join(', '),
          originalPrice === null
            ? formatAmount(price, language)
            : t('prices.reduced', {
                price: formatAmount(price, language),
                before: formatAmount(originalPrice, language),
              }),
          days,
        ],
      }))}
    />
  );
}
