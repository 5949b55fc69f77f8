import { customType } from 'drizzle-orm/pg-core';
import { z } from 'zod';

/**
 * A text column with a fixed set of values. Reading another value throws a ZodError: a newer release, running at the
 * same time, may have written it.
 */
export function oneOf<const Value extends string>(name: string, values: readonly Value[]) {
  return parsedColumn(name, 'text', z.enum(values));
}

/** Its values are parsed when the query builder reads them; a raw statement parses its own rows. */
export function parsedColumn<Value>(name: string, sqlType: 'text' | 'jsonb', schema: z.ZodType<Value>) {
  const column = customType<{ data: Value; driverData: unknown }>({
    dataType: () => sqlType,
    toDriver: (value) => (sqlType === 'jsonb' ? JSON.stringify(value) : value),
    fromDriver: (value) => {
      const { success, data, error } = schema.safeParse(value);
      if (success) return data;
      throw new z.ZodError(error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })));
    },
  });
  return column(name);
}
