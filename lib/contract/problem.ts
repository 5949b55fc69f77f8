import { z } from 'zod';

const violationSchema = z.object({
  propertyPath: z.string(),
  message: z.string(),
  code: z.string().nullable().optional(),
});

/** An error in the form of the service: the general body, or a ConstraintViolationList (specification §7). */
export const problemSchema = z.object({
  '@type': z.string().optional(),
  title: z.string().optional(),
  detail: z.string().optional(),
  status: z.int().optional(),
  type: z.string().optional(),
  violations: z.array(violationSchema).optional(),
  /** How many there are in all; `violations` has at most 100. Our addition. */
  violationCount: z.int().optional(),
});

export type Violation = z.infer<typeof violationSchema>;
export type Problem = z.infer<typeof problemSchema>;

/** Violation codes are Symfony's, including those of the specification (`isFalse`: the reservation has expired). */
export const violationCodes = {
  notBlank: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3',
  notNull: 'ad32d13f-c3d4-423b-909a-857b961eb720',
  isNull: '60d2f30b-8cfa-4372-b155-9656634de120',
  isFalse: 'd53a91b0-def3-426a-83d7-269da7ab4200',
  email: 'bd79c0ab-ddba-46cc-a703-a7a4b08de310',
  tooLong: 'd94b19cc-114f-4f44-9cc4-4138e80a87b9',
  country: '8f900c12-61bd-455d-9398-996cd040f7f0',
  language: 'ee65fec4-9a20-4202-9f39-ca558cd7bdf7',
  positive: '778b7ae0-84d3-481a-9dec-35fdb64b1d78',
  lessThanOrEqual: '30fbb013-d015-4232-8b3b-8f3be97a7e14',
  type: 'ba785a8c-82cb-4283-967c-3cf342181b40',
  uuid: '51120b12-a2bc-41bf-aa53-cd73daf330d0',
  dateFormat: '69819696-02ac-4a99-9ff0-14e127c4d1bc',
  dateValue: '3c184ce5-b31d-4de7-8b76-326da7b2be93',
  tooFew: 'bef8e338-6ae5-4caf-b8e2-50e7b0579e69',
  tooMany: '756b1212-697c-468d-a9ad-50dd783bb169',
  choice: '8e179f1b-97aa-4560-a02f-2a8b42e49df7',
  unique: '7911c98d-b845-4da0-94b7-a8dac36bc55a',
  regex: 'de1e3db3-5ed4-4941-aae4-59f3667cc3a3',
  missingField: '2fa2158c-2a7f-484b-98aa-975522539ff8',
} as const;

export type ViolationCode = keyof typeof violationCodes;
