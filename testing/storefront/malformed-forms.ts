const formOf = (entries: readonly (readonly [string, string])[]) => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
};

const fields = [
  'checkoutId',
  'holdId',
  'catalogId',
  'offerId',
  'ticketId',
  'id',
  'shiftId',
  'of',
  'language',
  'total',
  'email',
  'code',
  'link',
  'reason',
  'as',
  'change',
  'confirmed',
  'day',
  'upload',
  'hash',
  'scope',
  'opensAt',
  'timezone',
  'unit',
  'messageId',
  'listId',
  'placeId',
  'names',
  'version',
];

/** Forms that no page of ours has, each with what it has. */
export const malformedForms = {
  'no fields': formOf([]),
  'only unknown fields': formOf([
    ['other', 'x'],
    ['__proto__', 'x'],
  ]),
  'too long texts': formOf(fields.map((name) => [name, 'x'.repeat(30_000)] as const)),
};

/** The actions that need no field: they take what is missing or too long as nothing, or as a mistake of the person. */
export const withoutFields: ReadonlySet<string> = new Set([
  'enterCode',
  'holdOffer',
  'joinAgain',
  'joinWaitingList',
  'leaveList',
  'renew',
  'searchOrders',
  'takeTickets',
  'acknowledgeTicked',
  'admitTyped',
  'beginNewCatalog',
  'closeCash',
  'endOtherSignIns',
  'holdAtCounter',
  'keepEarlierTickets',
  'readPayouts',
  'sellNow',
  'invite',
  'signIn',
  'signInByPasskey',
  'signInAgain',
  'signOut',
]);
