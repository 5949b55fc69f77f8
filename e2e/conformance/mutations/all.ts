import { browsingMutations } from './browsing';
import { transportMutations } from './transport';
import { orderMutations } from './orders';
import { reservationMutations } from './reservations';
import type { Mutation } from './mutation';

/** Faulty copies of a service, each with one mistake that the suite must find. */
export const mutations: readonly Mutation[] = [
  ...browsingMutations,
  ...reservationMutations,
  ...orderMutations,
  ...transportMutations,
];
