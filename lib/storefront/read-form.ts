import { notFound } from 'next/navigation';
import { z } from 'zod';

/** Values that do not fit can only come from a form that we did not make: 404. */
export function readForm<Shape extends z.ZodType>(shape: Shape, form: FormData): z.output<Shape> {
  const parsed = shape.safeParse(Object.fromEntries(form));
  if (!parsed.success) notFound();
  return parsed.data;
}

/** More boxes than any of our pages has. */
const mostTicked = 100;

/** The ticked boxes of this name in one of our forms. */
export function readTicked<Shape extends z.ZodType>(
  shape: Shape,
  form: FormData,
  name: string,
): z.output<Shape>[] {
  const parsed = z.array(shape).max(mostTicked).safeParse(form.getAll(name));
  if (!parsed.success) notFound();
  return parsed.data;
}
