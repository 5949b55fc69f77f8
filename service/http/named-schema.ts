import type { z } from 'zod';

declare module 'zod' {
  interface GlobalMeta {
    /** For a response's schema: an example value. */
    example?: z.core.$output;
    /** For a request body's schema: example values, by name. */
    examples?: Readonly<Record<string, z.core.$input>>;
    /** For a reference: the type that it refers to. */
    'x-link-to'?: string;
    /** True for our additions to the specification. */
    'x-extension'?: boolean;
  }
}

/** The name of a schema in the API descriptions: its `id`. Throws for a schema without one. */
export function nameOf(schema: z.ZodType): string {
  const name = schema.meta()?.id;
  if (name === undefined) throw new Error('a schema that the API descriptions show needs an id');
  return name;
}

/** The example of a schema. Throws for a schema without one. */
export function exampleOf<Value>(schema: z.ZodType<Value>): Value {
  const example = schema.meta()?.example;
  if (example === undefined) throw new Error(`the schema ${nameOf(schema)} has no example`);
  return example;
}

export function exampleId(number: number): string {
  return `01970000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}
