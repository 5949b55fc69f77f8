import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { Breadcrumb } from '@/components/layout/breadcrumb';
import { PageFrame } from '@/components/layout/page-frame';
import { ServiceUnavailable } from '@/components/layout/service-unavailable';
import { ProductDays } from '@/components/offer/product-days';
import { About, Hero } from '@/components/ui/hero';
import { paths } from '@/lib/locale/paths';
import { pageAddresses } from '@/lib/storefront/shop/catalogue/page-addresses';
import type { Language } from '@/lib/locale/languages';
import { combinationOf, withFirstProposal } from '@/lib/storefront/common/offer/combination';
import { readChoice } from '@/lib/storefront/common/offer/hold-choice';
import { chosenInForm } from '@/lib/storefront/common/offer/offer-form';
import type { OfferPage } from '@/lib/storefront/common/offer/offers';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { holdOffer } from '../../offers/[offerId]/actions';
import { presetQuantities } from '@/lib/storefront/shop/basket/held';
import { loadProductPage } from '@/lib/storefront/shop/offer/products';

type Props = PageProps<'/[locale]/catalogs/[catalogId]/products/[productId]'>;

// The page and its metadata share one read.
const read = cache(
  async (catalogId: string, productId: string, month?: string, from?: string, date?: string) =>
    loadProductPage(await getLocale(), { catalogId, productId }, { month, from, date }),
);

async function readFor({ params, searchParams }: Props) {
  const { catalogId, productId } = await params;
  const query = await searchParams;
  const [month, from, date] = ['month', 'from', 'date'].map((name) => firstText(query[name]));
  return read(catalogId, productId, month, from, date);
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

const noChoice = readChoice([], '');

/** What the form begins with, if the price is known: for who exchanges tickets, with as many. */
async function beginning(form: OfferPage | null, language: Language) {
  if (form === null || typeof form.price === 'string') return null;
  const quantities = await presetQuantities(form.catalog.id, form.types, form.offer.id);
  const choice = withFirstProposal(form, { ...noChoice, quantities }, undefined, language);
  return {
    price: form.price,
    combination: combinationOf(form, choice, language),
    chosen: chosenInForm(form, choice, null, undefined),
  };
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
    <PageFrame accent={catalog.accent}>
      <div className="pt-4">
        <Breadcrumb catalog={catalog} />
      </div>
      <Hero thing={product} lang={catalog.lang} />
      <ProductDays {...loaded.value} action={holdOffer} hold={await beginning(loaded.value.form, language)} />
      <About title={t('about')} thing={product} lang={catalog.lang} />
    </PageFrame>
  );
}
