import { notFound } from 'next/navigation';
import { z } from 'zod';

/** What a form of ours says. Only one that we did not make has other values: there is nothing for it. */
export function readForm<Shape extends z.ZodType>(shape: Shape, form: FormData): z.output<Shape> {
  const parsed = shape.safeParse(Object.fromEntries(form));
  if (!parsed.success) notFound();
  return parsed.data;
}

/** More than a page of ours has boxes to tick. */
const mostTicked = 100;

/** The boxes of this name that were ticked in a form of ours. */
export function readTicked<Shape extends z.ZodType>(
  shape: Shape,
  form: FormData,
  name: string,
): z.output<Shape>[] {
  const parsed = z.array(shape).max(mostTicked).safeParse(form.getAll(name));
  if (!parsed.success) notFound();
  return parsed.data;
}
