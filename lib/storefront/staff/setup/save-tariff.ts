import { catalogOf } from '../../../setup/catalog';
import type { Draft } from '../../../setup/draft';
import { percentText, readPercent } from '../../../setup/numbers';
import { addOfferDays, type PricesDone, setPrices } from '../../../setup/prices';
import { productOf, type ProductView } from '../../../setup/product-view';
import { addProduct, changeProduct, type ProductFields, removeProduct } from '../../../setup/products';
import type { Result } from '../../../setup/result';
import { withText } from './catalog-fields';
import { saveDraft, type Saving } from './drafts';
import { typedDays, typedNumber, typedWeekdays } from './session-fields';
import { todayOf } from './save-sessions';
import type { SetupProblem } from './setup-problem';
import { type Typed, textOf, typedFields, wordsOf } from './typed';

/** What the form of a tariff contains at first. `event`: the one that it is made for. */
export function tariffValues(draft: Draft, product: ProductView | null, event?: string): Typed {
  if (product === null) return { minimumQuantity: ['1'], events: event === undefined ? [] : [event] };
  const { language } = catalogOf(draft);
  const number = (value: number | null | undefined) => [value?.toString() ?? ''];
  const { cancellation, rebooking, events } = product;
  return {
    name: [product.name[language] ?? ''],
    description: [product.description[language] ?? ''],
    events: events.map(({ key }) => key),
    anyTime: events.filter(({ dateAccess }) => dateAccess).map(({ key }) => key),
    vatRate: [product.vatRate === null ? '' : percentText(product.vatRate)],
    minimumQuantity: number(product.minimumQuantity),
    maximumQuantity: number(product.maximumQuantity),
    cancellationHours: number(cancellation?.deadlineHours),
    cancellationShare: [cancellation === null ? '' : percentText(cancellation.share)],
    rebookingHours: number(rebooking?.deadlineHours),
  };
}

/** A tariff as it was typed. What is no number is one that no tariff may have, so that it is refused. */
function typedTariff(draft: Draft, old: ProductView | null, typed: Typed): ProductFields {
  const { language } = catalogOf(draft);
  const anyTime = typed['anyTime'] ?? [];
  const keys = [...new Set([...(typed['events'] ?? []), ...anyTime])];
  const hours = typedNumber(typed, 'cancellationHours');
  const rebooking = typedNumber(typed, 'rebookingHours');
  const share = textOf(typed, 'cancellationShare');
  return {
    name: withText(old?.name ?? {}, language, wordsOf(typed, 'name')),
    description: withText(old?.description ?? {}, language, wordsOf(typed, 'description')),
    vatRate: percent(textOf(typed, 'vatRate')),
    events: keys.map((key) => ({ key, dateAccess: anyTime.includes(key) })),
    minimumQuantity: typedNumber(typed, 'minimumQuantity') ?? 1,
    maximumQuantity: typedNumber(typed, 'maximumQuantity'),
    cancellation: hours === null ? null : { deadlineHours: hours, share: percent(share) ?? 1 },
    rebooking: rebooking === null ? null : { deadlineHours: rebooking },
  };
}

/** Null: nothing was typed. */
const percent = (text: string): number | null => (text === '' ? null : (readPercent(text) ?? Number.NaN));

const names: Readonly<Record<string, string>> = {
  cancellation: 'cancellationHours',
  rebooking: 'rebookingHours',
};

/** The result with the names of the fields of the form, where they differ from what the tool takes. */
function inForm<Done>(result: Result<Done>): Result<Done> {
  if (result.kind !== 'refused') return result;
  const problems = result.problems.map(({ field, problem }) => ({ field: names[field] ?? field, problem }));
  return { ...result, problems };
}

/** Saves a tariff, a new one without `key`. */
export function saveTariff(saving: Saving, key: string | null, form: FormData) {
  const typed = typedFields(form);
  return saveDraft(
    saving,
    (draft): Result<{ readonly key: string }> => {
      const tariff = typedTariff(draft, key === null ? null : productOf(draft, key), typed);
      const today = todayOf(draft);
      return inForm(
        key === null
          ? addProduct(draft, { ...tariff, price: textOf(typed, 'price'), today })
          : changeProduct(draft, key, { ...tariff, today }),
      );
    },
    {
      reasonFor: () => wordsOf(typed, 'name'),
      shown: (draft) => {
        const product = key === null ? null : productOf(draft, key);
        return product && tariffValues(draft, product);
      },
    },
  );
}

export function dropTariff(saving: Saving, key: string) {
  return saveDraft(saving, (draft) => removeProduct(draft, key), { reasonFor: () => key });
}

interface SavingPrices extends Saving {
  /** The key of the tariff. */
  readonly key: string;
  readonly stop: (done: PricesDone, draft: Draft) => SetupProblem | null;
}

/** Another price from a day on. */
export function savePrices({ key, stop, ...saving }: SavingPrices, form: FormData) {
  const typed = typedFields(form);
  const price = textOf(typed, 'price');
  return saveDraft(
    saving,
    (draft) =>
      setPrices(draft, {
        product: key,
        from: textOf(typed, 'from'),
        until: textOf(typed, 'until') || null,
        weekdays: typedWeekdays(typed),
        price,
        originalPrice: textOf(typed, 'originalPrice') || null,
      }),
    { reasonFor: () => `${key}: ${price}`, stop },
  );
}

/** Days on which a tariff is sold that needs no session. */
export function saveOfferDays({ key, stop, ...saving }: SavingPrices, form: FormData) {
  const typed = typedFields(form);
  const price = textOf(typed, 'price');
  return saveDraft(
    saving,
    (draft) =>
      addOfferDays(draft, {
        product: key,
        weekdays: typedWeekdays(typed),
        from: textOf(typed, 'from'),
        until: textOf(typed, 'until'),
        except: typedDays(typed, 'except'),
        price,
      }),
    { reasonFor: () => `${key}: ${price}`, stop },
  );
}
