import type { Position } from '../../contract/event';
import type { Line, LineTicket } from '../values/checkout-values';

/** When and where a ticket is valid, as the catalogue has it now: the same in every language. */
export interface VisitFacts {
  /** ISO 8601; null: at any time of the day. */
  occursAt: string | null;
  /** Missing: not known. */
  duration?: string | null;
  arrivalWindow?: boolean;
  /** Null: it takes place; missing: not known. */
  calledOff?: LineTicket['calledOff'] | null;
  place?: { venue: string | null; address: string; position: Position | null };
}

/**
 * Pure. A ticket with the time and place that it has now. It keeps when it took place when it was chosen, and counts its changes.
 * The given object itself, if nothing has changed.
 */
export function movedTicket(ticket: LineTicket, now: VisitFacts): LineTicket {
  const { calledOff: before = null, ...known } = ticket;
  const calledOff = now.calledOff === undefined ? before : now.calledOff;
  const occursAt = isSameMoment(ticket.occursAt, now.occursAt) ? ticket.occursAt : now.occursAt;
  const changed: LineTicket = {
    ...known,
    occursAt,
    ...(now.duration === undefined ? {} : { duration: now.duration }),
    ...(now.arrivalWindow === undefined ? {} : { arrivalWindow: now.arrivalWindow }),
    event:
      ticket.event === null || now.place === undefined ? ticket.event : { ...ticket.event, ...now.place },
  };
  if (isSameVisit(ticket, changed) && calledOff === before) return ticket;
  const { movedFrom = ticket.occursAt, changes = 0, ...rest } = changed;
  const isMoved = movedFrom !== null && !isSameMoment(movedFrom, occursAt);
  return {
    ...rest,
    ...(isMoved ? { movedFrom } : {}),
    ...(calledOff === null ? {} : { calledOff }),
    changes: changes + 1,
  };
}

/** A new description of what was described in another language before: what has changed since it was chosen is known there. */
export function withHistory(line: Line, before: Line | undefined): Line {
  return {
    ...line,
    tickets: line.tickets.map((ticket, index) => {
      const { movedFrom, calledOff, changes } = before?.tickets[index] ?? {};
      return {
        ...ticket,
        ...(movedFrom === undefined ? {} : { movedFrom }),
        ...(calledOff === undefined ? {} : { calledOff }),
        ...(changes === undefined ? {} : { changes }),
      };
    }),
  };
}

function isSameMoment(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return Date.parse(one) === Date.parse(other);
}

function isSameVisit(one: LineTicket, other: LineTicket): boolean {
  const facts = ({ occursAt, duration = null, arrivalWindow = false, event }: LineTicket) => [
    occursAt,
    duration,
    arrivalWindow,
    event === null ? null : [event.venue, event.address ?? '', placeText(event.position ?? null)],
  ];
  return JSON.stringify(facts(one)) === JSON.stringify(facts(other));
}

const placeText = (position: Position | null) =>
  position === null ? '' : `${position.latitude} ${position.longitude}`;
