import { z } from 'zod';
import { extension } from '@/lib/contract/extension';

const path = z.string().meta({ format: 'uri-reference' });

const violationSchema = z
  .object({
    propertyPath: z
      .string()
      .meta({ description: 'Such as `items[2].offer`, or the name of a query parameter.' }),
    message: z.string().meta({ description: 'Localized by Accept-Language.' }),
    code: z.string().meta({ format: 'uuid', description: 'Symfony’s code of the constraint.' }),
  })
  .meta({ id: 'ConstraintViolation', description: 'One thing that is wrong (§7).' });

const problem = {
  '@id': path,
  title: z.string(),
  detail: z.string(),
  description: z.string().meta({ description: 'The same as `detail`.' }),
  status: z.int(),
  type: path,
};

export const errorSchema = z
  .object({ ...problem, '@type': z.literal('Error') })
  .meta({ id: 'Error', description: 'Any error but a violation (§7).' });

export const violationsSchema = z
  .object({
    ...problem,
    '@type': z.literal('ConstraintViolationList'),
    violations: z.array(violationSchema).meta({ description: 'The first 100.' }),
    violationCount: z.int().meta(extension('How many there are in all.')),
  })
  .meta({ id: 'ConstraintViolationList', description: 'Everything that is wrong with a request (§7).' });

export type ErrorBody = z.output<typeof errorSchema> & { '@context': string };
export type ViolationsBody = z.output<typeof violationsSchema> & { '@context': string };
