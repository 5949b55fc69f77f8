import { z } from 'zod';
import type { AnswerShape } from './answer-shapes';

/** A schema in JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A reference to a schema of the document. */
export function schemaRef(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

// What `format` says already; zod's patterns for these are pages long.
const formats = new Set(['uuid', 'date', 'date-time', 'email', 'uri']);

/**
 * The schemas of answers. What this service always prints is required, and nothing else may be there, so that an
 * undeclared member breaks the contract. An answer of its own carries `@context` as well.
 */
export function answerSchemas(shapes: Readonly<Record<string, AnswerShape>>): Record<string, JsonSchema> {
  const names = registryOf(shapes);
  return converted(names, 'output', (schema, name) => {
    const shape = name === undefined ? undefined : shapes[name];
    const properties = schema.properties ?? {};
    const sometimes = shape?.sometimes ?? [];
    schema.required = Object.keys(properties).filter((member) => !sometimes.includes(member));
    if (shape === undefined) return;
    if (shape.answer === true) {
      schema.properties = { '@context': { type: 'string', const: contextOf(name ?? '') }, ...properties };
    }
    schema.description = shape.description;
    if (shape.extension === true) schema['x-extension'] = true;
  });
}

/** Where the context of a component is: that of its type, and a list has the one of its members. */
function contextOf(name: string): string {
  return `/contexts/${name.replace(/Collection$/, '')}`;
}

/** The schemas of what is sent. A member that is not known is allowed, and ignored. */
export function inputSchemas(
  shapes: Readonly<Record<string, { schema: z.ZodType; description: string }>>,
): Record<string, JsonSchema> {
  return converted(registryOf(shapes), 'input', (schema, name) => {
    const shape = name === undefined ? undefined : shapes[name];
    if (shape !== undefined) schema.description = shape.description;
  });
}

/** The schema of one value that is sent, such as a parameter. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return written(z.toJSONSchema(schema, { io: 'input', override: tidy }));
}

type Names = z.core.$ZodRegistry<{ id: string }>;

function registryOf(shapes: Readonly<Record<string, { schema: z.ZodType }>>): Names {
  const names = z.registry<{ id: string }>();
  for (const [id, { schema }] of Object.entries(shapes)) names.add(schema, { id });
  return names;
}

function converted(
  names: Names,
  io: 'input' | 'output',
  change: (schema: JsonSchema, name: string | undefined) => void,
): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(names, {
    io,
    uri: (name) => schemaRef(name).$ref,
    override: ({ zodSchema, jsonSchema }) => {
      tidy({ jsonSchema });
      if (jsonSchema.type === 'object' && jsonSchema.properties !== undefined) {
        change(jsonSchema, names.get(zodSchema)?.id);
      }
    },
  });
  const named = Object.entries(schemas).filter(([name]) => name !== '__shared');
  return Object.fromEntries(named.map(([name, schema]) => [name, written(schema)]));
}

function tidy({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format !== undefined && formats.has(jsonSchema.format)) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

// The document says them once for all.
const unsaid = new Set(['$schema', '$id', '~standard']);

/** As it stands in the document. Any JSON is no schema at all, rather than a reference to one that allows all. */
function written(schema: JsonSchema): JsonSchema {
  const said = Object.fromEntries(Object.entries(schema).filter(([name]) => !unsaid.has(name)));
  const text = JSON.stringify(said, (_key, value: unknown) =>
    isReference(value) && value.$ref.includes('/__shared') ? {} : value,
  );
  return JSON.parse(text) as JsonSchema;
}

function isReference(value: unknown): value is { $ref: string } {
  return typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string';
}
