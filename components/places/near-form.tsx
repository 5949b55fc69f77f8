import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { PlacesPage } from '@/lib/storefront/shop/places/places';
import { Button } from '../ui/button';
import { controlClass, FieldFrame } from '../ui/field';
import { TextLink } from '../ui/link';
import { UsePosition } from './use-position';

type NearFormProps = Pick<PlacesPage, 'catalog' | 'from' | 'names'>;

/** Why there are no distances from what the visitor typed; undefined: there are, or none were asked for. */
function useProblem({ kind, typed, name, most }: PlacesPage['from']): string | undefined {
  const t = useTranslations('search.places.problem');
  const search = useTranslations('search.problem');
  switch (kind) {
    case 'none':
    case 'position':
      return undefined;
    case 'noPosition':
      return t('noPosition', { name: name ?? typed });
    case 'tooLong':
      return search('tooLong', { max: most });
    case 'unknown':
    case 'several':
      return t(kind, { text: typed });
    case 'outside':
      return t(kind);
  }
}

/** The places that have the name which was typed. */
function Choices({ from, catalog }: Pick<NearFormProps, 'from' | 'catalog'>) {
  if (from.choices.length === 0) return null;
  return (
    <ul lang={catalog.lang} className="space-y-1 pt-1">
      {from.choices.map(({ name, address, href }) => (
        <li key={`${name} ${address}`}>
          {href === null ? (
            <span className="inline-flex min-h-target items-center">{name}</span>
          ) : (
            <TextLink href={href} rel="nofollow">
              {address === '' ? name : `${name}, ${address}`}
            </TextLink>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Asks from which place distances are measured. It is sent as an address, so it works without JavaScript and as a link. */
export function NearForm({ catalog, from, names }: NearFormProps) {
  const t = useTranslations('search.places');
  const language = useLocale();
  const problem = useProblem(from);
  const action = paths.places(language, catalog.id);
  return (
    <div className="max-w-text pb-6">
      <form action={action} method="get" noValidate>
        <FieldFrame id="near" label={t('near')} hint={t('nearHint')} error={problem}>
          <div className="flex gap-2">
            <input
              id="near"
              name="from"
              type="text"
              list="near-names"
              autoComplete="off"
              enterKeyHint="search"
              defaultValue={from.typed}
              aria-invalid={problem === undefined ? undefined : true}
              aria-describedby={problem === undefined ? 'near-hint' : 'near-hint near-error'}
              className={`${controlClass} flex-1`}
            />
            <Button type="submit">{t('sort')}</Button>
          </div>
        </FieldFrame>
        <datalist id="near-names">
          {[...new Set(names)].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </form>
      <Choices from={from} catalog={catalog} />
      <UsePosition
        action={action}
        texts={{
          ask: t('locate'),
          hint: t('locateHint'),
          asking: t('locating'),
          refused: t('locateRefused'),
          failed: t('locateFailed'),
        }}
      />
      {from.kind === 'none' ? null : <TextLink href={action}>{t('byName')}</TextLink>}
    </div>
  );
}
