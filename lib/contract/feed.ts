import { z } from 'zod';
import { fieldTypes } from './form';
import { amountSchema, daySchema, imageSchema, instantSchema } from './values';

/**
 * The issuer's feed, version 1: one JSON document per issuer, posted to /v1/ticketing/feeds.
 * Keys are the issuer's own and stable: importing a feed again changes what changed and nothing else.
 */
const key = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w.:@/+-]+$/, 'letters, digits and . : @ / + - _ only');

/** A text per language code; the catalogue's own language must be among them. */
const text = z.record(z.string().regex(/^[a-z]{2}$/), z.string().max(20_000));

/** How many there are; null is unlimited. The most is what PostgreSQL counts to in four bytes. */
const capacity = z.int().nonnegative().max(2_147_483_647).nullable();

const feedSession = z.strictObject({
  key,
  occursAt: instantSchema,
  /** ISO 8601 duration in hours and minutes, such as PT90M or PT1H30M. */
  duration: z
    .string()
    .regex(/^PT(?=\d)(\d+H)?(\d+M)?$/, 'an ISO 8601 duration such as PT90M')
    .nullable()
    .default(null),
  /** How many people may come; null is unlimited. */
  capacity,
  /** Told apart by name only when sessions of one event differ in more than their time. */
  name: text.nullable().default(null),
  /** A ticket with the same tag gives access; a ticket without one gives access to every session of the day. */
  tag: key.nullable().default(null),
});

const feedEvent = z.strictObject({
  key,
  name: text,
  description: text.default({}),
  image: imageSchema.omit({ alternative: true }).extend({ alternative: text }).nullable().default(null),
  venue: z.strictObject({ name: z.string(), address: z.string() }).nullable().default(null),
  sessions: z.array(feedSession),
});

const feedTicket = z.strictObject({
  key,
  name: text,
  description: text.default({}),
  event: key,
  /** True: any time that day. False: a session of the event on the offer's date must be chosen. */
  dateAccess: z.boolean(),
  tag: key.nullable().default(null),
});

const feedOffer = z.strictObject({
  date: daySchema,
  price: amountSchema,
  /** The price before a reduction; the same as `price` when left out. */
  originalPrice: amountSchema.nullable().default(null),
  priceExclTax: amountSchema.nullable().default(null),
  /** How many may be sold that day; null is unlimited. */
  capacity,
  /** The moment at which sales stop; null: at the end of the day in the venue's time zone. */
  saleEndsAt: instantSchema.nullable().default(null),
});

const feedField = z.strictObject({
  code: key,
  label: text,
  helpText: text.default({}),
  type: z.enum(fieldTypes),
  required: z.boolean().default(false),
  /** For `choice` and `multiple_choice`. */
  options: z.array(z.strictObject({ code: key, label: text })).default([]),
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
  maxLength: z.int().positive().nullable().default(null),
});

const feedForm = z.strictObject({ key, fields: z.array(feedField).min(1) });

/** May a feed name this address as its price source? https, or http to a loopback host; nobody's name in it. */
export function isPriceSourceAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return `${username}${password}` === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback));
}

/** Where the price of an offer whose product has `realtimePriceRequired` is asked for (docs/feed.md). */
const feedPriceSource = z.strictObject({
  url: z
    .string()
    .max(2000)
    .refine(
      isPriceSourceAddress,
      'An https address without a user name is needed; http only to a loopback host.',
    ),
  /** How long an answer may take, connecting and reading included. */
  timeoutSeconds: z.number().min(0.1).max(10).default(3),
});

const feedProduct = z.strictObject({
  key,
  name: text,
  /** May contain HTML. */
  description: text.default({}),
  image: imageSchema.omit({ alternative: true }).extend({ alternative: text }).nullable().default(null),
  /** Groups the variants of one product across catalogues and seasons. */
  productBase: key.nullable().default(null),
  /** As a fraction: 0.2 is 20 %. Null: the issuer tells no tax. */
  vatRate: z.number().min(0).max(1).nullable().default(null),
  realtimePriceRequired: z.boolean().default(false),
  /** Keys of the forms to fill in for each ticket. */
  forms: z.array(key).default([]),
  tickets: z.array(feedTicket).min(1),
  offers: z.array(feedOffer),
});

export const feedSchema = z.strictObject({
  format: z.literal('ticketing-feed/1'),
  catalog: z.strictObject({
    key,
    name: text,
    /** The default language, and the one in which every text must be there. */
    language: z.string().regex(/^[a-z]{2}$/),
    timezone: z.string(),
    issuer: z.strictObject({
      name: z.string().min(1),
      address: z.string().default(''),
      email: z.email().nullable().default(null),
      taxNumber: z.string().nullable().default(null),
    }),
    /** Null: the prices of the feed are the prices. */
    priceSource: feedPriceSource.nullable().default(null),
  }),
  forms: z.array(feedForm).default([]),
  events: z.array(feedEvent),
  products: z.array(feedProduct),
});

/** A feed as it is written: what has a default may be left out. */
export type Feed = z.input<typeof feedSchema>;
/** A feed as it was read: nothing left out. */
export type ParsedFeed = z.output<typeof feedSchema>;
