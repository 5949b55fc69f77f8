import type { Metadata } from 'next';
import { useLocale, useTranslations } from 'next-intl';
import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { Breadcrumb } from '@/components/layout/breadcrumb';
import { PageFrame } from '@/components/layout/page-frame';
import { ServiceUnavailable } from '@/components/layout/service-unavailable';
import { ProductDays } from '@/components/offer/product-days';
import { BottomBar } from '@/components/ui/bottom-bar';
import { buttonClass } from '@/components/ui/button';
import { usePriceText } from '@/components/price/use-price-text';
import { ButtonLink } from '@/components/ui/button-link';
import { About, Hero } from '@/components/ui/hero';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import { accentOf } from '@/lib/storefront/shop/catalogue/accent';
import { pageAddresses } from '@/lib/storefront/shop/catalogue/page-addresses';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { loadProductPage, type ProductPage } from '@/lib/storefront/shop/offer/products';

type Props = PageProps<'/[locale]/catalogs/[catalogId]/products/[productId]'>;

// The page and its metadata share one read.
const read = cache(async (catalogId: string, productId: string, month?: string, date?: string) =>
  loadProductPage(await getLocale(), { catalogId, productId }, { month, date }),
);

async function readFor({ params, searchParams }: Props) {
  const { catalogId, productId } = await params;
  const query = await searchParams;
  return read(catalogId, productId, firstText(query['month']), firstText(query['date']));
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const loaded = await readFor(props);
  if (loaded.kind !== 'loaded') return { robots: { index: false } };
  const { product, catalog } = loaded.value;
  return {
    title: `${product.name} · ${catalog.name}`,
    description: product.excerpt,
    ...pageAddresses(await getLocale(), (language) => paths.product(language, catalog.id, product.id)),
  };
}

function ChosenBar({ selected, catalog, waitable }: ProductPage) {
  const t = useTranslations('shop');
  const state = useTranslations('shop.state');
  const language = useLocale();
  const priceText = usePriceText();
  if (selected === null) return null;
  const [only, ...others] = selected.offers;
  const { closedAs } = selected;
  const isOut = closedAs !== null;
  if (isOut && waitable.size === 0) return null;
  return (
    <BottomBar>
      <p className="leading-5 font-bold">
        {formatDay(selected.day, language, 'short')}
        <br />
        <span className="tabular text-lead leading-6">
          {isOut ? state(closedAs) : priceText(selected.fromPrice)}
        </span>
      </p>
      {only !== undefined && others.length === 0 && !isOut ? (
        <ButtonLink href={paths.offer(language, catalog.id, only.id)}>{t('product.continue')}</ButtonLink>
      ) : (
        <a href="#tickets" className={buttonClass('primary')}>
          {t(isOut ? 'waitingList.button' : 'event.seeTickets')}
        </a>
      )}
    </BottomBar>
  );
}

export default async function ProductDetailPage(props: Props) {
  const { catalogId, productId } = await props.params;
  const language = await getLocale();
  const loaded = await readFor(props);
  if (loaded.kind === 'missing') redirect(paths.missing(language));
  if (loaded.kind === 'unavailable') {
    return (
      <ServiceUnavailable busy={loaded.busy} retryHref={paths.product(language, catalogId, productId)} />
    );
  }
  const { catalog, product } = loaded.value;
  const t = await getTranslations('shop.event');
  return (
    <PageFrame accent={accentOf(catalog.id)}>
      <div className="pt-4">
        <Breadcrumb catalog={catalog} />
      </div>
      <Hero thing={product} lang={catalog.lang} />
      <ProductDays {...loaded.value} />
      <About title={t('about')} thing={product} lang={catalog.lang} />
      <ChosenBar {...loaded.value} />
    </PageFrame>
  );
}
