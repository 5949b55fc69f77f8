import { type Criteria, criteriaParameters, without } from '../../../discovery/criteria';
import type { NamedDay } from '../../../discovery/days';

/** A filter that one link sets or removes. */
export interface QuickFilter {
  readonly name: 'day' | 'tickets';
  readonly value: string;
  readonly isChosen: boolean;
  /** Of the address with it, or without it if it is chosen; all else that was asked for stays. */
  readonly parameters: Readonly<Record<string, string>>;
}

const days: readonly NamedDay[] = ['today', 'tomorrow', 'weekend'];

/** The filters that most people need, always offered: the next days by name, and what has tickets left. */
export function quickFilters(criteria: Criteria): QuickFilter[] {
  const filter = <Name extends QuickFilter['name']>(
    name: Name,
    value: NonNullable<Criteria[Name]>,
  ): QuickFilter => {
    const isChosen = criteria[name] === value;
    const others = without(criteria, name);
    return {
      name,
      value,
      isChosen,
      parameters: criteriaParameters(isChosen ? others : { ...others, [name]: value }),
    };
  };
  return [...days.map((day) => filter('day', day)), filter('tickets', 'left')];
}
