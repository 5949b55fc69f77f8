import type { Call as HttpCall } from '../http/route';
import type { Principal } from './organization';

/** A checked request, with who makes it. */
export type Call<Params = unknown, Query = unknown, Body = unknown> = HttpCall<
  Principal,
  Params,
  Query,
  Body
>;
