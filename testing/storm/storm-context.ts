import type { Random } from '@/testing/faults/random';
import { until } from '@/testing/ticketing-service/program';
import type { OfferOnSale } from './catalogue';
import { Unanswered } from './shop-process';
import type { CommandName, ResultOf, ValuesOf } from './shop-program';
import type { World } from './world';

/** A storm, as people see it: what their stories use. */
export interface Storm {
  world: World;
  /** Each story has its own, so that it makes the same choices whatever the others do. */
  random: Random;
  /** Notes that something happened; the storm prints how often. */
  count: (what: string) => void;
  /** The offers whose sessions are on sale. */
  offers: readonly OfferOnSale[];
  newPerson: () => Person;
}

export interface Person {
  firstname: string;
  lastname: string;
  email: string;
  country: string;
}

const mostTries = 12;
const secondsToRestart = 120;

/** Someone asks the shop again until it answers; null: it does not, and they give up. */
export async function ask<Name extends CommandName>(
  { world, count }: Storm,
  name: Name,
  ...values: ValuesOf<Name>
): Promise<ResultOf<Name> | null> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    try {
      return await world.front().ask(name, ...values);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      count(`no answer: ${name}`);
      await until(() => isUp(world), secondsToRestart);
    }
  }
  return null;
}

/** Whether a process of the shop and the service run again, if they were killed. */
async function isUp({ fronts, service }: World): Promise<boolean> {
  return fronts.some((front) => front.isUp()) && (await service.isReady().catch(() => false));
}

/** Someone asks the shop in several tabs at once, in each until it answers; the answers in any order. */
export function askInTabs<Name extends CommandName>(
  storm: Storm,
  tabs: number,
  name: Name,
  ...values: ValuesOf<Name>
): Promise<(ResultOf<Name> | null)[]> {
  return Promise.all(Array.from({ length: tabs }, () => ask(storm, name, ...values)));
}
