import { type Criteria, criteriaParameters, without } from '../../../discovery/criteria';
import { namedDays } from '../../../discovery/days';

/** A filter that is chosen by one link. */
export interface QuickFilter {
  readonly name: 'day' | 'tickets';
  readonly value: string;
  readonly isChosen: boolean;
  /** Of the address with it, and with all else that was asked for. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The filters that most people need, always offered: the days by name, and what has tickets left. */
export function quickFilters(criteria: Criteria): QuickFilter[] {
  const ofDays = namedDays.map((day): QuickFilter => ({
    name: 'day',
    value: day,
    isChosen: criteria.day === day,
    parameters: criteriaParameters({ ...without(criteria, 'day'), day }),
  }));
  const tickets = 'left';
  const ofTickets: QuickFilter = {
    name: 'tickets',
    value: tickets,
    isChosen: criteria.tickets === tickets,
    parameters: criteriaParameters({ ...criteria, tickets }),
  };
  return [...ofDays, ofTickets];
}
