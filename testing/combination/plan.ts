import type { Plan, Stop, Visit, Way } from '@/lib/combination/plan';

/** Minutes of a day from "10:30". */
export const at = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** A session that begins at this time, and is named by it. */
export const visit = (begin: string, minutes: number | null, free: number | null = null): Visit => ({
  id: begin,
  begin: at(begin),
  minutes,
  free,
});

/** Sessions that last so many minutes. */
export const fixed = (minutes: number | null, ...begins: string[]): Stop => ({
  isWindow: false,
  visits: begins.map((begin) => visit(begin, minutes)),
});
/** Sessions at which one may arrive for so many minutes. */
export const arrivals = (minutes: number | null, ...begins: string[]): Stop => ({
  isWindow: true,
  visits: begins.map((begin) => visit(begin, minutes)),
});

export const foot = (minutes: number): Way => ({ by: 'foot', minutes });

/** Stops with the same way between any two of them, and identifiers that no other stop has. */
export function planOf(way: number, ...stops: Stop[]): Plan {
  const named = stops.map((stop, index) => ({
    ...stop,
    visits: stop.visits.map((each) => ({ ...each, id: `${index} ${each.id}` })),
  }));
  return { stops: named, ways: stops.map((_, from) => stops.map((__, to) => foot(from === to ? 0 : way))) };
}

/** The sessions of a plan that begin at these times, one for each stop. */
export const chosen = (plan: Plan, ...begins: (string | null)[]) =>
  plan.stops.map(({ visits }, index) => visits.find(({ id }) => id === `${index} ${begins[index] ?? ''}`));
