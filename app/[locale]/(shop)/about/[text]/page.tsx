import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { PageFrame } from '@/components/layout/page-frame';
import { isShopText, paths } from '@/lib/locale/paths';
import { pageAddresses } from '@/lib/storefront/shop/catalogue/page-addresses';
import { shopText } from '@/lib/storefront/common/catalogue/shop-texts';

type Props = PageProps<'/[locale]/about/[text]'>;

async function readFor({ params }: Props) {
  const { text: name } = await params;
  const language = await getLocale();
  const text = isShopText(name) ? shopText(language, name) : null;
  return isShopText(name) && text !== null ? { name, text } : null;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const found = await readFor(props);
  if (found === null) return { robots: { index: false } };
  const { name, text } = found;
  return {
    title: text.title,
    ...pageAddresses(await getLocale(), (language) => paths.about(language, name)),
  };
}

/** What the operator says about the shop. */
export default async function AboutPage(props: Props) {
  const found = await readFor(props);
  if (found === null) redirect(paths.missing(await getLocale()));
  const { title, sanitizedHtml, lang } = found.text;
  return (
    <PageFrame>
      <article lang={lang} className="max-w-text py-10 sm:py-14">
        <h1 className="pb-6 text-title wrap-anywhere hyphens-auto">{title}</h1>
        <div className="prose" dangerouslySetInnerHTML={{ __html: sanitizedHtml }} />
      </article>
    </PageFrame>
  );
}
