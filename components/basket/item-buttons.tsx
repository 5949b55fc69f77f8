import { useTranslations } from 'next-intl';
import { Button } from '../ui/button';
import { controlClass } from '../ui/field';
import { ofDetails } from '../ui/of-details';
import { ItemButton, type ItemView, itemName } from './held-items';

/** The name of the field with the number of tickets of an item. */
const quantityName = (holdId: string) => `quantity.${holdId}`;

/** The number of an item's tickets, if it has one, and they are not for chosen seats. */
function quantityOf({ lines }: ItemView): number | null {
  const [line, ...others] = lines;
  if (line === undefined || others.length > 0) return null;
  return line.tickets.some(({ seats }) => seats !== undefined) ? null : line.quantity;
}

interface ItemButtonsProps {
  readonly item: ItemView;
  /** The most tickets of one type. */
  readonly most: number;
}

/** How many, another time or type, or none of it: fields of the form of the details, so that what was typed there is kept. */
export function ItemButtons({ item, most }: ItemButtonsProps) {
  const t = useTranslations('checkout.items');
  const name = itemName(item);
  const quantity = quantityOf(item);
  return (
    <div>
      {quantity === null ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <label className="flex items-center gap-2 text-small">
            <span>
              {t('howMany')} <span className="sr-only">{name}</span>
            </span>
            <select
              {...ofDetails}
              key={quantity}
              name={quantityName(item.holdId)}
              defaultValue={quantity}
              autoComplete="off"
              className={`${controlClass} tabular !w-auto`}
            >
              {Array.from({ length: Math.max(most, quantity) }, (_, index) => (
                <option key={index} value={index + 1}>
                  {index + 1}
                </option>
              ))}
            </select>
          </label>
          <Button
            {...ofDetails}
            type="submit"
            name="change"
            value={item.holdId}
            variant="secondary"
            aria-label={t('changeLabel', { name })}
          >
            {t('change')}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-x-6">
        <ItemButton item={item} name="instead" />
        <ItemButton item={item} name="remove" />
      </div>
    </div>
  );
}
