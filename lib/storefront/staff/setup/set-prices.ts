import type { CatalogOverride } from '../../../contract/catalog-override';
import type { Language } from '../../../locale/languages';
import { forCatalogs } from '../administration/catalogs';

/** A price that staff have set instead of what is published, with the product that it is of. */
export interface SetPrice {
  readonly productId: string;
  readonly override: CatalogOverride;
}

/** The prices that staff have set for a tariff, by its key; null: they can't be read now. */
export async function readSetPrices(
  catalogId: string,
  key: string,
  language: Language,
): Promise<readonly SetPrice[] | null> {
  const answer = await forCatalogs('catalog:edit', [catalogId], async (admin) => {
    const found = await admin.listProducts(catalogId, { language });
    // A catalogue that is not published yet has none.
    const products = found.kind === 'found' ? found.value.members : [];
    return products
      .filter((one) => one.key === key)
      .flatMap(({ id, prices }) => prices.map((override) => ({ productId: id, override })));
  });
  return answer.kind === 'staff' && answer.value.kind === 'loaded' ? answer.value.value : null;
}
