import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// A permission as such belongs to who works with all catalogues (lib/runtime/staff-roles.test.ts). So what is not named here
// refuses everybody else. What is named here has to be in the tests of what a person with one catalogue sees.

const root = fileURLToPath(new URL('../../../..', import.meta.url));

const sources = ['app', 'components', 'lib']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** The files with a match, each with how many it has. */
function filesWith(pattern: RegExp): Record<string, number> {
  const found = sources.map(({ file, text }) => [file, text.match(pattern)?.length ?? 0] as const);
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}

describe('who works with some catalogues only', () => {
  it('may do only what is named here', () => {
    expect(filesWith(/\bby catalog['`]/g)).toEqual({
      'app/[locale]/staff/counter/actions.ts': 3,
      'app/[locale]/staff/counter/shift/actions.ts': 4,
      'app/[locale]/staff/door/actions.ts': 5,
      'app/[locale]/staff/messages/[messageId]/actions.ts': 1,
      'app/[locale]/staff/orders/[checkoutId]/page.tsx': 1,
      'app/[locale]/staff/page.tsx': 1,
      'app/[locale]/staff/today/[catalogId]/[eventId]/[visit]/message/actions.ts': 1,
      'app/[locale]/staff/waiting-lists/[listId]/actions.ts': 1,
      'components/staff/layout/staff-header.tsx': 1,
      'components/staff/layout/staff-pages.ts': 6,
      'lib/runtime/staff-roles.ts': 2,
      'lib/storefront/common/account/for-staff.ts': 6,
      'lib/storefront/shop/document/documents.ts': 1,
      'lib/storefront/staff/counter/counter-day.ts': 2,
      'lib/storefront/staff/counter/counter-payment.ts': 1,
      'lib/storefront/staff/counter/counter.ts': 1,
      'lib/storefront/staff/counter/hold-for-sale.ts': 2,
      'lib/storefront/staff/counter/sale-voucher.ts': 1,
      'lib/storefront/staff/counter/sell-at-once.ts': 1,
      'lib/storefront/staff/door/door-answers.ts': 2,
      'lib/storefront/staff/door/door-requests.ts': 3,
      'lib/storefront/staff/exchange/exchange.ts': 2,
      'lib/storefront/staff/lookup/search-orders.ts': 3,
      'lib/storefront/staff/message/message.ts': 6,
      'lib/storefront/staff/order-list/order-list.ts': 1,
      'lib/storefront/staff/shift/shift.ts': 4,
      'lib/storefront/staff/today/today.ts': 1,
      'lib/storefront/staff/visitors/visitors.ts': 1,
      'lib/storefront/staff/waiting-list/waiting-lists.ts': 4,
    });
    expect(filesWith(/\bforStaffOf(?:Booking|Catalog)\(/g)).toEqual({
      'lib/storefront/common/forms/actions.ts': 2,
      'lib/storefront/staff/cancellation/cancellation.ts': 1,
      'lib/storefront/staff/counter/counter.ts': 2,
      'lib/storefront/staff/exchange/exchange.ts': 1,
      'lib/storefront/staff/message/message.ts': 1,
      'lib/storefront/staff/order/order.ts': 1,
      'lib/storefront/staff/ticket/item-tickets.ts': 1,
      'lib/storefront/staff/ticket/ticket-answers.ts': 1,
      'lib/storefront/staff/visitors/visitors.ts': 1,
    });
    expect(filesWith(/\bbooking(?:Form)?Action\(/g)).toEqual({
      'app/[locale]/staff/actions.ts': 8,
      'app/[locale]/staff/counter/actions.ts': 7,
      'app/[locale]/staff/orders/[checkoutId]/actions.ts': 5,
      'app/[locale]/staff/orders/[checkoutId]/cancel/actions.ts': 3,
      'app/[locale]/staff/orders/[checkoutId]/rebook/actions.ts': 1,
      'app/[locale]/staff/orders/[checkoutId]/tickets/[ticketId]/actions.ts': 4,
    });
  });

  it('is asked for only where the answer is used as here', () => {
    expect(filesWith(/\b(?:staffAccess|readAccess)\(/g)).toEqual({
      'app/[locale]/staff/not-done/page.tsx': 1,
      'lib/storefront/common/account/for-staff.ts': 3,
      'lib/storefront/common/account/staff-access.ts': 1,
      'lib/storefront/shop/document/documents.ts': 1,
      'lib/storefront/staff/feed/feeds.ts': 1,
    });
  });
});
