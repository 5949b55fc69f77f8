import { notFound } from 'next/navigation';
import { z } from 'zod';

// Whoever knows the name of an action can call it with anything. What our pages can't have sent is answered with 404.

/** What an action was called with, where only a form makes sense. */
export function asForm(sent: unknown): FormData {
  if (!(sent instanceof FormData)) notFound();
  return sent;
}

const stateShape = z.object({ attempt: z.int().nonnegative() });

/** The number of the next attempt, after the state with which a page called an action. */
export function attemptAfter(state: unknown): number {
  const parsed = stateShape.safeParse(state);
  if (!parsed.success) notFound();
  return parsed.data.attempt + 1;
}

/** The values of one of our forms. */
export function readForm<Shape extends z.ZodType>(shape: Shape, form: FormData): z.output<Shape> {
  const parsed = shape.safeParse(Object.fromEntries(asForm(form)));
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
  const parsed = z.array(shape).max(mostTicked).safeParse(asForm(form).getAll(name));
  if (!parsed.success) notFound();
  return parsed.data;
}
