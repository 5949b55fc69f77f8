import type { z } from 'zod';
import type { CallOptions, Found } from '../result';
import { parseBody, surprise, type Send } from './transport';

export async function readOne<Shape extends z.ZodType>(
  send: Send,
  shape: Shape,
  path: string,
  { language }: CallOptions,
): Promise<Found<z.output<Shape>>> {
  const answer = await send({ method: 'GET', path, language });
  if (answer.status === 200) return { kind: 'found', value: parseBody(shape, answer) };
  // 400 and 422: an identifier that this server can't even read.
  if ([400, 404, 410, 422].includes(answer.status)) return { kind: 'missing' };
  throw surprise(answer);
}
