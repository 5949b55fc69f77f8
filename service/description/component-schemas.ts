import { z } from 'zod';

/** A schema in JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export function schemaRef(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

// `format` already says this; zod's patterns for these formats are very long.
const formats = new Set(['uuid', 'date', 'date-time', 'email', 'uri']);

/**
 * The named schemas of answers, and those inside them. They allow no other members, so that an undeclared one
 * breaks the contract. A top-level answer also has `@context`, which is added outside its schema.
 */
export function answerSchemas(answers: ReadonlyMap<z.core.$ZodType, string>): Record<string, JsonSchema> {
  return converted([...answers.keys()], 'output', (schema, zodSchema) => {
    const context = answers.get(zodSchema);
    if (context === undefined) return;
    schema.properties = { '@context': { type: 'string', const: context }, ...schema.properties };
  });
}

/** The named schemas of request bodies. Unknown members are allowed and ignored. */
export function inputSchemas(bodies: readonly z.ZodType[]): Record<string, JsonSchema> {
  return converted(bodies, 'input');
}

/** The schema of one value in a request, such as a parameter. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return written(z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => tidy(jsonSchema) }));
}

function converted(
  schemas: readonly z.core.$ZodType[],
  io: 'input' | 'output',
  change?: (schema: JsonSchema, zodSchema: z.core.$ZodType) => void,
): Record<string, JsonSchema> {
  const { $defs = {} } = z.toJSONSchema(z.union(schemas), {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      tidy(jsonSchema);
      change?.(jsonSchema, zodSchema);
    },
  });
  const named = Object.entries($defs).filter(([name]) => !name.startsWith(unnamed));
  return Object.fromEntries(named.map(([name, schema]) => [name, written(schema)]));
}

function tidy(schema: JsonSchema): void {
  if (schema.format !== undefined && formats.has(schema.format)) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

// The document has these elsewhere: a schema's name is its key, and examples belong to the operations.
const unsaid = new Set(['$schema', '~standard', 'id', 'example', 'examples']);

// The name that zod gives to a recursive schema without id: the one for any JSON.
const unnamed = '__schema';

/** The schema as in the document. Any JSON becomes an empty schema, not a reference to one that allows all. */
function written(schema: JsonSchema): JsonSchema {
  const said = Object.fromEntries(Object.entries(schema).filter(([name]) => !unsaid.has(name)));
  const text = JSON.stringify(said, (_key, value: unknown) =>
    isReference(value) && value.$ref.startsWith(`#/$defs/${unnamed}`) ? {} : value,
  );
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

function isReference(value: unknown): value is { $ref: string } {
  return typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string';
}
