import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { OpenApi } from '@/service/description/openapi';

interface Media {
  schema: object;
}
interface DeclaredResponse {
  headers?: Record<string, unknown>;
  content?: Record<string, Media>;
}

/** The description of one operation in a document. */
export interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: Record<string, Media> | null;
  responses: Record<string, DeclaredResponse>;
}
export interface Parameter {
  name: string;
  in: string;
  schema: Record<string, unknown>;
}

/** The operations of a document, with their references resolved. */
export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, told]) => {
      const { operationId, parameters, requestBody, responses } = told as {
        operationId: string;
        parameters: (Parameter | { $ref: string })[];
        requestBody?: { content: Record<string, Media> };
        responses: Record<string, DeclaredResponse | { $ref: string }>;
      };
      return {
        operationId,
        path,
        method: method.toUpperCase(),
        body: requestBody?.content ?? null,
        parameters: parameters.map((one) => followed<Parameter>(document, one)),
        responses: Object.fromEntries(
          Object.entries(responses).map(([status, one]) => [
            status,
            followed<DeclaredResponse>(document, one),
          ]),
        ),
      };
    }),
  );
}

function followed<Part>(document: OpenApi, part: Part | { $ref: string }): Part {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part;
  const keys = part.$ref.slice('#/'.length).split('/');
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Part;
}

/** Compares an answer with the document; returns what is wrong, or null. */
export function contractOf(
  document: OpenApi,
): (operation: Operation, answer: Response) => Promise<string | null> {
  // Keywords of OpenAPI that are not in JSON Schema; every other unknown keyword is an error.
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat('decimal', /^-?\d+\.\d{2}$/);
  ajv.addKeyword('x-extension');
  const validators = new Map<object, ValidateFunction>();
  const validator = (schema: object) => {
    const known = validators.get(schema);
    if (known !== undefined) return known;
    const text = JSON.stringify({ ...schema, $defs: document.components.schemas });
    const made = ajv.compile(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as object);
    validators.set(schema, made);
    return made;
  };
  return async ({ responses, operationId }, answer) => {
    const { status, headers } = answer;
    const declared = responses[status];
    if (declared === undefined) return `${operationId} may not answer ${status}: ${await answer.text()}`;
    const undeclared = ['etag', 'catalog-version', 'retry-after', 'www-authenticate', 'accept-patch'].filter(
      (name) => headers.has(name) && !isDeclared(declared, name),
    );
    if (undeclared.length > 0) return `${status} has ${undeclared.join()}`;
    if (declared.content === undefined) return (await answer.text()) === '' ? null : `${status} has a body`;
    const type = headers.get('content-type') ?? '';
    const media = declared.content[type.replace('; charset=utf-8', '')];
    if (media === undefined) return `${status} is ${type}`;
    const body: unknown = await answer.json();
    const validate = validator(media.schema);
    if (validate(body)) return null;
    return `${status}: ${ajv.errorsText(validate.errors)}: ${JSON.stringify(body)}`;
  };
}

function isDeclared({ headers = {} }: DeclaredResponse, name: string): boolean {
  return Object.keys(headers).some((one) => one.toLowerCase() === name);
}
