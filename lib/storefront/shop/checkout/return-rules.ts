import type { CheckoutView } from '../../../shop/flows/lookup/read-checkout';
import { ServiceError } from '../../../client/service-error';
import type { Product } from '../../../contract/product';
import type { Language } from '../../../locale/languages';
import { compareAmounts } from '../../../money/money';
import { getAppContext } from '../../../runtime/app-context';

/** How customers can cancel tickets of a product. */
export interface ReturnRule {
  readonly productName: string;
  /** The language of the name, if it is not the page's. */
  readonly lang: string | undefined;
  /** They cost nothing. */
  readonly isFree: boolean;
  /** Until so many minutes before they begin, for this fraction of their price; null: not at all. */
  readonly rule: { readonly minutes: number; readonly share: number } | null;
}

type Items = Pick<CheckoutView, 'items'>['items'];

/** The rules of what is held, one for each product; null: the service does not tell all of them now. */
export async function returnRules(items: Items, language: Language): Promise<readonly ReturnRule[] | null> {
  const { client, log } = await getAppContext();
  const lines = new Map(items.flatMap((item) => item.lines.map((line) => [line.productId, line] as const)));
  try {
    const rules = await Promise.all(
      [...lines.values()].map(async ({ catalogId, productId, productName, lang, unitAmount }) => {
        const product = await client.getProduct(catalogId, productId, { language });
        const cancellation = product.kind === 'found' ? product.value.cancellation : undefined;
        if (cancellation === undefined) return null;
        const isFree = compareAmounts(unitAmount, '0.00') === 0;
        return { productName, lang, isFree, rule: cancellation && ruleOf(cancellation) };
      }),
    );
    const known = rules.filter((rule) => rule !== null);
    return known.length === rules.length ? known : null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.warn({ reason: error.reason }, 'the rules for cancelling could not be read');
    return null;
  }
}

function ruleOf({ deadline, share }: NonNullable<Product['cancellation']>) {
  const [, hours = '0', minutes = '0'] = /^PT(?:(\d+)H)?(?:(\d+)M)?$/.exec(deadline) ?? [];
  return { minutes: Number(hours) * 60 + Number(minutes), share: Number(share) };
}
