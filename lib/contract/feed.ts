import { z } from 'zod';
import { accents } from './accent';
import { durationPattern, minutesOf } from './duration';
import { cancellationRuleSchema, rebookingRuleSchema } from './return-rule';
import { accessibilityFeatures, eventCategories, positionSchema } from './event';
import {
  inOneLine,
  mostOfAddress,
  mostOfAnswer,
  mostOfLink,
  mostOfName,
  mostOfText,
  withoutControls,
} from './feed-text';
import { feedSeatPlanOf } from './feed-seats';
import { fieldTypes } from './form';
import { isReduced, isTaxed, priceSchema, wrongOriginalPrice, wrongPriceExclTax } from './price';
import { maximumQuantity as mostOfItem, maximumTickets } from './reservation';
import { boundedList, daySchema, focalPointSchema, imageSchema, instantSchema } from './values';

/**
 * The issuer's feed, version 1: one JSON document per issuer, posted to /v1/ticketing/feeds. Keys are chosen by the
 * issuer and stable: importing a feed again changes only what differs.
 */
const key = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w.:@/+-]+$/, 'letters, digits and . : @ / + - _ only');

/** A text per language code; the catalogue's own language is required. */
const byLanguage = (text: z.ZodString) => z.record(z.string().regex(/^[a-z]{2}$/), text);
const text = byLanguage(z.string().max(mostOfText).overwrite(withoutControls));

const lineOf = (most: number) => z.string().max(most).overwrite(inOneLine);
/** A name in one line. */
const name = byLanguage(lineOf(mostOfName));

const pictured = imageSchema.extend({
  contentUrl: imageSchema.shape.contentUrl.max(mostOfLink),
  alternative: name,
});
const image = pictured.nullable().default(null);

/** The most pictures of an event or a venue. */
export const mostImages = 20;

/** Several pictures, the first one first. */
const images = boundedList(
  pictured.extend({
    /** Who has to be named beside it. */
    credit: lineOf(mostOfName).nullable().default(null),
    /** The point that stays visible where it is cut. */
    focalPoint: focalPointSchema.nullable().default(null),
  }),
  { most: mostImages },
);

/** The largest four-byte integer of PostgreSQL. */
export const mostUnits = 2_147_483_647;

/** The maximum number of forms of a catalogue or a product, fields of a form, and options of a field. */
export const maximumForms = 1000;
export const maximumFields = 100;
export const maximumOptions = 1000;

/** How many there are; null is unlimited. */
const capacity = z.int().nonnegative().max(mostUnits).nullable();

/**
 * How many were left when the feed was written. No more than these are sold here in all, because the feed does not
 * say whether it counts sales made here (docs/decisions/0013). Null: only the capacity counts.
 */
const remaining = capacity.default(null);

/** The start of the sale; null: at once. */
const saleStartsAt = instantSchema.nullable().default(null);

/** The state of a session. Only scheduled sessions are sold; the others are shown. */
export const plannedStates = ['scheduled', 'not_on_sale', 'cancelled', 'postponed'] as const;

/** The longest time before the beginning of a session at which its places for the counter are sold to everybody, in minutes. */
const longestRelease = 366 * 24 * 60;

const durationSchema = z.string().regex(durationPattern, 'an ISO 8601 duration such as PT90M');

/** Places that only the counter sells. */
const counterPlacesSchema = z.strictObject({
  /** How many, at most the capacity. */
  count: z.int().positive().max(mostUnits),
  /** How long before the session begins everybody may buy what is left of them; null: never. */
  releasedBefore: durationSchema
    .refine((duration) => (minutesOf(duration) ?? 0) <= longestRelease, 'a year at most')
    .nullable()
    .default(null),
});

export const feedSessionSchema = z.strictObject({
  key,
  occursAt: instantSchema,
  duration: durationSchema.nullable().default(null),
  /** The number of places; null is unlimited. */
  capacity,
  remaining,
  status: z.enum(plannedStates).default('scheduled'),
  saleStartsAt,
  /** The end of the sale; it also ends when the session begins, or after `lateSale`; null: it ends then. */
  saleEndsAt: instantSchema.nullable().default(null),
  /** How long it is sold after it has begun; null: until it begins. */
  lateSale: durationSchema
    .refine((duration) => (minutesOf(duration) ?? 0) <= 24 * 60, 'a day at most')
    .nullable()
    .default(null),
  /** Of its places, those that only the counter sells; null: none. */
  counterPlaces: counterPlacesSchema.nullable().default(null),
  /** Needed only if sessions of one event differ in more than their time. */
  name: name.nullable().default(null),
  /** The description of this session if it differs from its event's; null: none. May contain HTML. */
  description: text.nullable().default(null),
  /** A ticket with the same tag gives access; a ticket without one gives access to every session of the day. */
  tag: key.nullable().default(null),
  /** The key of the plan of its numbered seats; null: one sits where one likes. */
  seatPlan: key.nullable().default(null),
});

export const feedEventSchema = z.strictObject({
  key,
  name,
  description: text.default({}),
  /** Null: the first of `images`. */
  image,
  images: images.default([]),
  venue: z
    .strictObject({
      name: lineOf(mostOfName),
      address: lineOf(mostOfAddress),
      position: positionSchema.nullable().optional(),
      /** Stored before venues had pictures, it has none. */
      images: images.optional(),
    })
    .nullable()
    .default(null),
  /** The duration of its sessions is the time in which one may arrive. */
  arrivalWindow: z.boolean().default(false),
  category: z.enum(eventCategories).nullable().default(null),
  /** The languages in which it is held, ISO 639-1. */
  languages: boundedList(z.string().regex(/^[a-z]{2}$/), { most: 50 }).default([]),
  accessibility: boundedList(z.enum(accessibilityFeatures), { most: accessibilityFeatures.length }).default(
    [],
  ),
  /** Where exactly one meets, and how early; null: at the venue. */
  meetingPoint: name.nullable().default(null),
  /** From which age one is admitted; null: at any. */
  minimumAge: z.int().min(1).max(99).nullable().default(null),
  /** What the price of its tickets includes; null: it need not be said. */
  included: name.nullable().default(null),
  sessions: z.array(feedSessionSchema),
});

const feedTicket = z.strictObject({
  key,
  name,
  description: text.default({}),
  event: key,
  /** True: valid at any time of that day. False: a session of the event on that day must be chosen. */
  dateAccess: z.boolean(),
  tag: key.nullable().default(null),
  /** The key of the zone of a plan whose seats it is valid for; null: all of them. */
  zone: z.string().max(20).nullable().default(null),
});

export const feedOfferSchema = z
  .strictObject({
    date: daySchema,
    price: priceSchema,
    /** The price before a reduction, above `price`; default: there is none. */
    originalPrice: priceSchema.nullable().default(null),
    /** Not above `price`. */
    priceExclTax: priceSchema.nullable().default(null),
    /** How many may be sold that day; null is unlimited. */
    capacity,
    remaining,
    saleStartsAt,
    /** The end of the sale; null: at the end of the day in the venue's time zone. */
    saleEndsAt: instantSchema.nullable().default(null),
  })
  .refine(({ price, originalPrice }) => isReduced(price, originalPrice), {
    path: ['originalPrice'],
    error: wrongOriginalPrice,
  })
  .refine(({ price, priceExclTax }) => isTaxed(price, priceExclTax), {
    path: ['priceExclTax'],
    error: wrongPriceExclTax,
  });

const feedField = z.strictObject({
  code: key,
  label: name,
  helpText: text.default({}),
  type: z.enum(fieldTypes),
  required: z.boolean().default(false),
  /** For `choice` and `multiple_choice`. */
  options: boundedList(z.strictObject({ code: key, label: name }), { most: maximumOptions }).default([]),
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
  maxLength: z.int().positive().max(mostOfAnswer).nullable().default(null),
});

const feedForm = z.strictObject({ key, fields: boundedList(feedField, { least: 1, most: maximumFields }) });

/** https, or http to a loopback host, without a user name. */
export function isPriceSourceAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return `${username}${password}` === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback));
}

/** Where the price of an offer whose product has `realtimePriceRequired` is fetched (docs/feed.md). */
const feedPriceSource = z.strictObject({
  url: z
    .string()
    .max(mostOfLink)
    .refine(isPriceSourceAddress, 'an https address without a user name; http only to a loopback host'),
  /** The maximum time for an answer, connecting and reading included. */
  timeoutSeconds: z.number().min(0.1).max(10).default(3),
});

export const feedProductSchema = z.strictObject({
  key,
  name,
  /** May contain HTML. */
  description: text.default({}),
  image,
  /** Groups the variants of one product across catalogues and seasons. */
  productBase: key.nullable().default(null),
  /** As a fraction: 0.2 is 20 %. Null: the issuer gives no tax. */
  vatRate: z.number().min(0).max(1).nullable().default(null),
  realtimePriceRequired: z.boolean().default(false),
  /** How customers may cancel; null: they can't. */
  cancellation: cancellationRuleSchema.nullable().default(null),
  /** How customers may exchange tickets for others; null: they can't. */
  rebooking: rebookingRuleSchema.nullable().default(null),
  /** What is bought is a voucher with the price as its balance, valid until the end of the offer's date. */
  giftCard: z.boolean().default(false),
  /** The smallest and the largest number that is booked as one item; null: only the limit of all items counts. */
  minimumQuantity: z.int().min(1).max(mostOfItem).default(1),
  maximumQuantity: z.int().min(1).max(mostOfItem).nullable().default(null),
  /** Keys of the forms to fill in for each ticket. */
  forms: boundedList(key, { most: maximumForms }).default([]),
  tickets: boundedList(feedTicket, { least: 1, most: maximumTickets }),
  offers: z.array(feedOfferSchema),
});

const feedSeatPlan = feedSeatPlanOf(key, name);

export const feedSchema = z.strictObject({
  format: z.literal('ticketing-feed/1'),
  catalog: z.strictObject({
    key,
    name,
    /** The default language, in which every text is required. */
    language: z.string().regex(/^[a-z]{2}$/),
    timezone: z.string().max(100),
    issuer: z.strictObject({
      name: lineOf(mostOfName).min(1),
      address: lineOf(mostOfAddress).default(''),
      email: z.email().max(254).nullable().default(null),
      taxNumber: lineOf(100).nullable().default(null),
    }),
    /** Null: the prices of the feed are valid. */
    priceSource: feedPriceSource.nullable().default(null),
    /** The colour of its pages; null: the shop chooses one. */
    accent: z.enum(accents).nullable().default(null),
  }),
  forms: boundedList(feedForm, { most: maximumForms }).default([]),
  seatPlans: boundedList(feedSeatPlan, { most: 100 }).default([]),
  events: z.array(feedEventSchema),
  products: z.array(feedProductSchema),
});

/** Places that only the counter sells, as they were read. */
export type CounterPlaces = z.output<typeof counterPlacesSchema>;
/** The plan of a house as it was read. */
export type FeedSeatPlan = z.output<typeof feedSeatPlan>;
/** A feed as it is written: members with a default may be left out. */
export type Feed = z.input<typeof feedSchema>;
/** A feed as it was read: with all defaults. */
export type ParsedFeed = z.output<typeof feedSchema>;
