import { commonName, nameAfter } from '@/lib/locale/short-name';
import type { DoorTexts } from './door-texts';
import type { ShownResult, Tariff } from './result-lines';

interface TariffLine {
  readonly name: string;
  readonly isReduced: boolean;
  readonly count: number;
}

/** "child" of "The Ferry, child": without the event, or else without what another tariff of the day begins with, too. */
export function shortTariff(name: string, event: string | null, tariffNames: readonly string[] = []): string {
  const titles = tariffNames.flatMap((other) => (other === name ? [] : (commonName([name, other]) ?? [])));
  const longest = titles.toSorted((one, other) => other.length - one.length)[0] ?? '';
  return nameAfter(name, event ?? '') ?? nameAfter(name, longest) ?? name;
}

/** The tariffs of a result, those of a group counted. */
export function tariffLines({ result, event, tariff, together, tariffNames }: ShownResult): TariffLine[] {
  if (result !== 'admitted' && result !== 'already_admitted') return [];
  return countedTariffs(together ?? (tariff ? [tariff] : []), event, tariffNames);
}

/** Each tariff once, with how many tickets have it. */
export function countedTariffs(
  tariffs: readonly Tariff[],
  event: string | null,
  tariffNames: readonly string[] = [],
): TariffLine[] {
  const lines = new Map<string, TariffLine>();
  for (const one of tariffs) {
    const count = (lines.get(one.name)?.count ?? 0) + 1;
    lines.set(one.name, {
      name: shortTariff(one.name, event, tariffNames),
      isReduced: one.reduced,
      count,
    });
  }
  return [...lines.values()];
}

/** The same for people who do not see the screen. */
export function tariffText(shown: ShownResult, { tariff }: DoorTexts): string {
  return tariffLines(shown)
    .map(({ name, isReduced, count }) => {
      const counted = count === 1 ? name : `${count} × ${name}`;
      return isReduced ? `${counted} (${tariff.reduced})` : counted;
    })
    .join(', ');
}

/** Which tariff was paid: a reduced one has a ground of its own, and says so. */
export function TariffLines({ shown, texts }: { readonly shown: ShownResult; readonly texts: DoorTexts }) {
  const lines = tariffLines(shown);
  if (lines.length === 0) return null;
  return (
    <ul className="flex flex-col items-center gap-2" data-tariffs="">
      {lines.map(({ name, isReduced, count }) => (
        <li
          key={name}
          data-accent={isReduced ? 'plum' : undefined}
          data-reduced={isReduced}
          className={isReduced ? 'border-4 border-accent bg-accent-soft px-5 py-2 text-ink' : ''}
        >
          <p className="text-[2.5rem] leading-none font-bold wrap-anywhere first-letter:uppercase">
            {count === 1 ? name : `${count} × ${name}`}
          </p>
          {isReduced ? <p className="pt-1 text-base font-bold">{texts.tariff.reduced}</p> : null}
        </li>
      ))}
    </ul>
  );
}
