import { notFound } from 'next/navigation';
import type { z } from 'zod';

/** What a form of ours says. Only one that we did not make has other values: there is nothing for it. */
export function readForm<Shape extends z.ZodType>(shape: Shape, form: FormData): z.output<Shape> {
  const parsed = shape.safeParse(Object.fromEntries(form));
  if (!parsed.success) notFound();
  return parsed.data;
}
