import type { JsonSchema } from './component-schemas';

/** One member of a component, as the vocabulary needs to know it. */
export interface Member {
  name: string;
  description: string | undefined;
  required: boolean;
  /** The component that its values are. */
  component: string | undefined;
  format: string | undefined;
  type: string | undefined;
  /** Any JSON at all. */
  json: boolean;
}

/** The members of a component but for `@id` and its like. */
export function membersOf({ properties = {}, required = [] }: JsonSchema): Member[] {
  return Object.entries(properties)
    .filter(([name]) => !name.startsWith('@'))
    .map(([name, schema]) => {
      const { description } = asSchema(schema);
      const value = valueOf(asSchema(schema));
      return {
        name,
        description,
        required: required.includes(name),
        component: value.$ref?.slice(value.$ref.lastIndexOf('/') + 1),
        format: value.format,
        type: typeOf(value),
        json: Object.keys(asSchema(schema)).length === 0,
      };
    });
}

/** The type that answers name it by, where they do: `TicketingOfferPrice` of EmbeddedOfferPrice. */
export function typeName({ properties = {} }: JsonSchema): string | undefined {
  const type = properties['@type'];
  const name = type === undefined ? undefined : asSchema(type).const;
  return typeof name === 'string' ? name : undefined;
}

/** What is left of a schema without null, and without the list around it. */
function valueOf(schema: JsonSchema): JsonSchema {
  const [some] = (schema.anyOf ?? []).map(asSchema).filter(({ type }) => type !== 'null');
  if (some !== undefined) return valueOf(some);
  const { items } = schema;
  return schema.type === 'array' && items !== undefined && !Array.isArray(items)
    ? valueOf(asSchema(items))
    : schema;
}

function typeOf({ type }: JsonSchema): string | undefined {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const some = types.find((one) => one !== 'null');
  return typeof some === 'string' ? some : undefined;
}

function asSchema(schema: unknown): JsonSchema {
  return typeof schema === 'object' && schema !== null ? (schema as JsonSchema) : {};
}
