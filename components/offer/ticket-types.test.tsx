import { NextIntlClientProvider } from 'next-intl';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Offer, OfferTicket } from '@/lib/contract/offer';
import type { Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { HoldForm } from './hold-form';
import { HoldProblemNotice } from './hold-problem-notice';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [adult, child, family] = [id(2), id(3), id(4)];

function offerOf(offerId: string, name: string, amountInclTax: string): Offer {
  const price = { amountInclTax, originalAmountInclTax: amountInclTax, currency: 'EUR' } as const;
  const product = { id: offerId, name, description: '' };
  return {
    '@id': `/v1/ticketing/offers/${offerId}`,
    '@type': 'TicketingOffer',
    id: offerId,
    date: '2027-06-01',
    availableQuantity: null,
    realtimePriceRequired: false,
    tickets: [],
    price: { '@type': 'TicketingOfferPrice', ...price, syncAt: '2027-01-01T00:00:00Z' },
    product: { '@id': `/v1/ticketing/products/${offerId}`, '@type': 'TicketingProduct', ...product },
  };
}

const offers = [
  { offer: offerOf(adult, 'Adult', '15.00'), maximum: 10 },
  { offer: offerOf(child, 'Child', '8.50'), maximum: 2 },
  { offer: offerOf(family, 'Family', '40.00'), maximum: 0 },
];
const types = offers.map(({ offer, maximum }) => ({ offer, maximum, price: offer.price }));

function rendered(language: Language, node: React.ReactNode): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      {node}
    </NextIntlClientProvider>,
  );
}

/** A ticket with a full session and one that has so many places left. */
function ticketWith(left: number): OfferTicket {
  const session = (number: number, availableQuantity: number) => ({
    '@id': `/v1/sessions/${id(number)}`,
    '@type': 'TicketingSession' as const,
    id: id(number),
    occursAt: `2027-06-01T${number}:00:00+02:00`,
    duration: null,
    availableQuantity,
  });
  return {
    '@id': `/v1/tickets/${id(9)}`,
    '@type': 'TicketingOfferTicket',
    id: id(9),
    name: 'River',
    description: '',
    dateAccess: false,
    sessions: [session(10, 90), session(20, left)],
  };
}

function formOf(
  quantities: Record<string, string>,
  shown: ComponentProps<typeof HoldForm>['types'] = types,
  priceBefore?: string,
  chosen: { left: number | null; error?: string } = { left: null },
  waiting: ComponentProps<typeof HoldForm>['waiting'] = null,
  isCounter = false,
): string {
  const [first] = offers;
  if (first === undefined) throw new Error('no offer');
  const { offer } = first;
  return rendered(
    'en',
    <HoldForm
      catalog={{
        id: id(1),
        name: 'River',
        timezone: undefined,
        lang: undefined,
        languages: [],
        accent: 'pine' as const,
        issuer: undefined,
      }}
      offer={offer}
      product={{ ...offer.product, excerpt: '', isShort: true, lead: '', sanitizedHtml: '', picture: null }}
      tickets={chosen.left === null ? [] : [ticketWith(chosen.left)]}
      price={offer.price}
      types={shown}
      priceBefore={priceBefore}
      zone=""
      formId={crypto.randomUUID()}
      maximum={10}
      waiting={waiting}
      isCounter={isCounter}
      closedAs={null}
      saleEnded={null}
      otherDays={[]}
      action={() => Promise.resolve()}
      perHold={10}
      chosen={{
        quantityOf: (offerId) => quantities[offerId] ?? '0',
        fieldsOf: (offerId) => ({ quantity: `quantity ${offerId}`, price: `price ${offerId}` }),
        fieldOf: (ticketId) => ticketId,
        sessionOf: () => id(20),
      }}
      combination={null}
      ticketErrors={new Map()}
      quantityError={chosen.error}
      refusedOffer={child}
    />,
  );
}

it('a type with a smallest and a largest number says them, and its only field begins and ends with them', () => {
  const [first] = types;
  if (first === undefined) throw new Error('no type');
  const limited = {
    ...first,
    maximum: 8,
    offer: {
      ...first.offer,
      product: { ...first.offer.product, minimumQuantity: 5, maximumQuantity: 8 },
    },
  };
  const only = formOf({ [adult]: '5' }, [limited]);
  expect(only).toContain('At least 5. · At most 8.');
  const [field = ''] = /<input [^>]*type="number"[^>]*>/.exec(only) ?? [];
  expect(field).toContain('min="5"');
  expect(field).toContain('max="8"');
  expect(only).toMatch(/<button[^>]*aria-label="Adult: One less"[^>]*disabled=""/);
  // Beside others it may be none.
  expect(formOf({}, [limited, ...types.slice(1)])).toMatch(/<input [^>]*type="number"[^>]*min="0"/);
});

describe('a time without places in the form of an offer', () => {
  const shownWith = (waiting: ComponentProps<typeof HoldForm>['waiting']) => {
    const html = formOf({}, types, undefined, { left: 0 }, waiting);
    return html.match(/<a [^>]*href="[^"]*#waiting-list".*?<\/a>/g) ?? [];
  };

  it('has a link to the form of the waiting list, in which it is chosen', () => {
    const links = shownWith([]);
    expect(links).toHaveLength(1);
    expect(links[0]).toContain(`?session=${id(20)}#waiting-list`);
    expect(links[0]?.replaceAll(/<[^>]*>/g, '').trim()).toBe('Join the waiting list 20:00');
  });

  it('has none at the counter, where no text is for the customer', () => {
    const html = formOf({}, types, undefined, { left: 0 }, [], true);
    expect(html).not.toContain('waiting');
    expect(html).not.toContain(messages.en.shop.offer.holdHint);
    expect(formOf({})).toContain(messages.en.shop.offer.holdHint);
  });

  it('has none without a waiting list', () => {
    expect(shownWith(null)).toEqual([]);
  });
});

const inputs = (html: string) => html.match(/<input [^>]*>/g) ?? [];

describe('the number of tickets of one type', () => {
  const [only] = types;
  const shown = only === undefined ? [] : [only];

  it('is limited by what the chosen session has left', () => {
    expect(formOf({ [adult]: '1' }, shown, undefined, { left: 2 })).toContain('Only 2 are left.');
    expect(formOf({ [adult]: '1' }, shown, undefined, { left: 40 })).toContain('At most 10 at a time.');
  });

  it('that was refused has its error beside the field, and not a message of the browser', () => {
    const error = 'Choose a number of tickets from 1 to 10.';
    const html = formOf({ [adult]: '' }, shown, undefined, { left: null, error });
    const input = /<input[^>]*name="quantity [^>]*>/.exec(html)?.[0] ?? '';
    const described = /aria-describedby="[^"]* ([^"]+-error)"/.exec(input)?.[1] ?? '';
    expect(input).toContain('aria-invalid="true"');
    expect(html).toContain(`id="${described}" class="pt-2 text-small font-bold text-bad">${error}`);
    expect(html).toContain('<form noValidate=""');
    expect(input).not.toContain('required');
  });
});

describe('the form of an offer with other types of tickets', () => {
  it('has a labelled number for each type that is left, with what was typed, and its price', () => {
    const html = formOf({ [adult]: '1', [child]: '2' });
    const numbers = inputs(html).filter((input) => input.includes('type="number"'));
    expect(numbers.map((input) => /name="quantity ([^"]*)".*value="(\d*)"/.exec(input)?.slice(1))).toEqual([
      [adult, '1'],
      [child, '2'],
    ]);
    for (const name of ['Adult', 'Child']) expect(html).toMatch(new RegExp(`<label [^>]*>${name}</label>`));
    expect(numbers[1]).toMatch(/max="2".*aria-invalid="true"/);
    expect(numbers[0]).not.toContain('aria-invalid');
    expect(html).toContain(`name="price ${child}" value="8.50"`);
    expect(html).toContain('€32.00');
    expect(html).toContain('Last 2');
    expect(html).toMatch(/Family<\/p>.*Sold out/);
  });

  it('is limited by what the chosen session has left for all types together', () => {
    const html = formOf({ [adult]: '1', [child]: '0' }, types, undefined, { left: 1 });
    expect(html).toContain('Only 1 is left at this time.');
    expect(html).not.toContain('At most 10 of each.');
    const numbers = inputs(html).filter((input) => input.includes('type="number"'));
    expect(numbers.map((input) => /max="(\d+)"/.exec(input)?.[1])).toEqual(['1', '1']);
    expect(html).toMatch(
      /<button[^>]*disabled=""[^>]*aria-label="Child: One more"|aria-label="Child: One more"[^>]*disabled=""/,
    );
    expect(formOf({ [adult]: '1' }, types, undefined, { left: 40 })).toContain('At most 10 of each.');
  });

  it('has names without what all of them begin with, which is still read out', () => {
    const named = types.map((type) => ({
      ...type,
      offer: { ...type.offer, product: { ...type.offer.product, name: `River, ${type.offer.product.name}` } },
    }));
    const html = formOf({ [adult]: '1' }, named);
    expect(html).toMatch(/<label [^>]*><span class="sr-only">River, <\/span>Adult<\/label>/);
    expect(html).toContain('aria-label="River, Adult: One more"');
  });

  it('says once until when all of them can be bought, and at each where they differ', () => {
    const ending = (ends: readonly string[]) =>
      types.map((type, i) => ({ ...type, offer: { ...type.offer, saleEndsAt: ends[i] ?? '' } }));
    const [noon, one] = ['2027-05-31T12:00:00+02:00', '2027-05-31T13:00:00+02:00'];
    const saysIn = (html: string) => html.match(/On sale until/g)?.length;
    expect(saysIn(formOf({}, ending([noon, noon, noon])))).toBe(1);
    expect(saysIn(formOf({}, ending([noon, one, noon])))).toBe(3);
  });

  it('has one number without a choice of types', () => {
    const html = formOf({ [adult]: '2' }, types.slice(0, 1));
    expect(html).toContain(`name="quantity ${adult}" value="2"`);
    expect(html).toContain(`name="price ${adult}" value="15.00"`);
    expect(html).not.toContain('Child');
    expect(html).not.toContain('The price has changed');
  });

  it('says if the price was another one on the page before', () => {
    expect(formOf({}, types.slice(0, 1), '12.00')).toContain('The price has changed: it was €12.00');
  });
});

describe('a refusal', () => {
  const issuer = { name: 'River line', email: 'groups@river.test' };
  const refusal = (
    problem: ComponentProps<typeof HoldProblemNotice>['problem'],
    offerName?: string,
    mayReturn = false,
    asked: { name: string; email: string | null } = issuer,
  ) =>
    rendered(
      'fr',
      <HoldProblemNotice
        problem={problem}
        offerName={offerName}
        issuer={asked}
        mayReturn={mayReturn}
        maximum={10}
        otherTimes={[]}
        contactHref="/fr/about/contact"
        ticketName=""
        price={undefined}
        timezone={undefined}
        lang={undefined}
      />,
    );

  it('names the type that failed', () => {
    const html = refusal({ code: 'INSUFFICIENT_QUANTITY', left: 1, offer: child }, 'Enfant');
    expect(html).toContain('Enfant\u00a0:');
    expect(html).toContain('n’en reste');
  });

  it('tells what is only held by others apart from what is sold', () => {
    const { SOLD_OUT, allHeld } = messages.fr.shop.problem;
    expect(refusal({ code: 'SOLD_OUT' })).toContain(SOLD_OUT);
    expect(refusal({ code: 'SOLD_OUT' }, undefined, true)).toContain(allHeld);
  });

  it('says whom a group asks, if there are more than may be held at once', () => {
    for (const code of ['quantity', 'basket', 'network'] as const)
      expect(refusal({ code })).toMatch(/groupe.*River line.*href="mailto:groups@river\.test"/);
    expect(refusal({ code: 'SOLD_OUT' })).not.toContain('mailto:');
    const unknown = { name: 'River line', email: null };
    expect(refusal({ code: 'basket' }, undefined, false, unknown)).toContain('href="/fr/about/contact"');
  });
});
