import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

// Every build calls its server actions by the same names (next.config.mjs): a form that is open during a
// deployment is answered by the next build. These tests check the conditions for that.

const root = fileURLToPath(new URL('..', import.meta.url));

const parse = (file: string, text: string) =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

/** The files that may have a directive. */
const sources = ['app', 'components', 'lib'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => join(folder, path).split(sep).join('/'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .filter(({ text }) => /use (server|cache)/.test(text))
    .map(({ file, text }) => parse(file, text)),
);

/**
 * The directives that make functions callable from outside or cached, with the file or function that has
 * them.
 */
function directives(source: ts.SourceFile): { text: string; isOfModule: boolean }[] {
  const found: { text: string; isOfModule: boolean }[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isExpressionStatement(node) && ts.isStringLiteral(node.expression)) {
      const { text } = node.expression;
      if (/^use (server|cache)\b/.test(text)) found.push({ text, isOfModule: node.parent === source });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isInline = (source: ts.SourceFile) =>
  directives(source).some(({ text, isOfModule }) => text !== 'use server' || !isOfModule);

interface Action {
  readonly name: string;
  /** The names of its parameters. */
  readonly parameters: readonly string[];
  /** What it resolves to, if it does nothing else. */
  readonly result: ts.Node | undefined;
}

/** The exported functions of a file of actions. */
function actionsOf(source: ts.SourceFile): Action[] {
  return source.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const isExported = modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported && !ts.isExportDeclaration(statement) && !ts.isExportAssignment(statement)) return [];
    if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) return [];
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined)
      return [actionOf(statement.name.text, statement)];
    return (ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement]).map(
      (one) => {
        if (
          ts.isVariableDeclaration(one) &&
          one.initializer !== undefined &&
          ts.isArrowFunction(one.initializer)
        )
          return actionOf(one.name.getText(), one.initializer);
        // Next could not count the parameters of another expression, which the name of the action contains.
        throw new Error(`${source.fileName} exports something else than a function: ${one.getText()}`);
      },
    );
  });
}

const actionOf = (name: string, { parameters, body }: ts.FunctionDeclaration | ts.ArrowFunction): Action => ({
  name,
  parameters: parameters.map((one) => one.name.getText()),
  result: body,
});

const makers = new Set([
  'shopAction',
  'staffAction',
  'staffFormAction',
  'bookingAction',
  'bookingFormAction',
]);
const moduleOfMakers = '@/lib/storefront/common/forms/actions';

/** The names under which a file has the functions that make actions. */
function makersIn(source: ts.SourceFile): Set<string> {
  const imports = source.statements.filter(ts.isImportDeclaration);
  const names = imports.flatMap(({ moduleSpecifier, importClause }) => {
    const bindings = importClause?.namedBindings;
    const isOurs = ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === moduleOfMakers;
    return isOurs && bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
  });
  return new Set(names.filter((one) => one.propertyName === undefined).map(({ name }) => name.text));
}

/** Whether an action only calls what makes actions, and then that with its own parameters. */
function isMade({ parameters, result }: Action, source: ts.SourceFile): boolean {
  if (result === undefined || !ts.isCallExpression(result) || !ts.isCallExpression(result.expression))
    return false;
  const maker = result.expression.expression.getText();
  const passed = result.arguments.map((one) => one.getText());
  return makers.has(maker) && makersIn(source).has(maker) && passed.join() === parameters.join();
}

const files = sources.filter((source) => directives(source).length > 0);

const shop = 'app/[locale]/(shop)';

describe('server actions', () => {
  it('are not written inside components, because the key that encrypts captured values is public', () => {
    expect(sources.filter(isInline).map(({ fileName }) => fileName)).toEqual([]);
    const inline = parse('a.tsx', "function Page() { async function act() { 'use server'; } }");
    const cached = parse('b.tsx', "'use cache'; export async function read() {}");
    expect([inline, cached].map(isInline)).toEqual([true, true]);
  });

  it('keep their names', () => {
    const actions = files.flatMap((source) =>
      actionsOf(source).map(({ name, parameters }) => `${source.fileName} ${name}(${parameters.length})`),
    );
    expect(
      actions.sort(),
      'Forms that are open during a deployment name these: the file, the function and the number of its parameters. ' +
        'Add new ones here. When you move or rename one, keep a function with the old name for one release; then ' +
        'take it from this list.',
    ).toEqual([
      `${shop}/actions.ts keepReplaced(2)`,
      `${shop}/catalogs/[catalogId]/offers/[offerId]/actions.ts holdOffer(1)`,
      `${shop}/catalogs/[catalogId]/offers/[offerId]/actions.ts joinWaitingList(2)`,
      `${shop}/catalogs/[catalogId]/offers/[offerId]/actions.ts showSeats(1)`,
      `${shop}/checkout/[checkoutId]/actions.ts holdAgain(1)`,
      `${shop}/checkout/[checkoutId]/actions.ts keepDetails(1)`,
      `${shop}/checkout/[checkoutId]/actions.ts order(2)`,
      `${shop}/checkout/[checkoutId]/actions.ts renew(0)`,
      `${shop}/checkout/[checkoutId]/actions.ts undoRemoval(1)`,
      `${shop}/orders/[checkoutId]/actions.ts changeGift(2)`,
      `${shop}/orders/[checkoutId]/actions.ts correctInvoiceOrStay(2)`,
      `${shop}/orders/[checkoutId]/actions.ts sendEmailAgain(1)`,
      `${shop}/orders/[checkoutId]/actions.ts sendGiftAgain(1)`,
      `${shop}/orders/[checkoutId]/cancel/actions.ts cancelTickets(1)`,
      `${shop}/orders/[checkoutId]/rebook/actions.ts chooseTickets(1)`,
      `${shop}/orders/find/actions.ts enterCode(1)`,
      `${shop}/orders/find/actions.ts searchOrders(2)`,
      `${shop}/waiting-list/[link]/actions.ts joinAgain(1)`,
      `${shop}/waiting-list/[link]/actions.ts leaveList(1)`,
      `${shop}/waiting-list/[link]/actions.ts takeTickets(1)`,
      'app/[locale]/staff/actions.ts acknowledge(1)',
      'app/[locale]/staff/actions.ts acknowledgeTask(1)',
      'app/[locale]/staff/actions.ts acknowledgeTicked(1)',
      'app/[locale]/staff/actions.ts changeTicketBlock(1)',
      'app/[locale]/staff/actions.ts dismissChangedSession(1)',
      'app/[locale]/staff/actions.ts erase(1)',
      'app/[locale]/staff/actions.ts refundUnexpected(1)',
      'app/[locale]/staff/actions.ts revoke(1)',
      'app/[locale]/staff/actions.ts sendAgain(1)',
      'app/[locale]/staff/actions.ts settle(1)',
      'app/[locale]/staff/actions.ts signIn(1)',
      'app/[locale]/staff/actions.ts signInAgain(1)',
      'app/[locale]/staff/actions.ts signOut(1)',
      'app/[locale]/staff/actions.ts tryAgain(1)',
      'app/[locale]/staff/catalogs/[catalogId]/change/actions.ts changeCatalog(2)',
      'app/[locale]/staff/catalogs/[catalogId]/vouchers/actions.ts changeVoucherLimits(2)',
      'app/[locale]/staff/catalogs/[catalogId]/vouchers/actions.ts createVoucherBatchCodes(2)',
      'app/[locale]/staff/catalogs/[catalogId]/vouchers/actions.ts createVoucherCode(2)',
      'app/[locale]/staff/catalogs/[catalogId]/vouchers/actions.ts disableVoucherBatch(2)',
      'app/[locale]/staff/closing/actions.ts closeCash(2)',
      'app/[locale]/staff/closing/actions.ts readPayouts(1)',
      'app/[locale]/staff/counter/actions.ts applyVoucherToSale(1)',
      'app/[locale]/staff/counter/actions.ts giveTicketsOfSale(1)',
      'app/[locale]/staff/counter/actions.ts giveUpSale(1)',
      'app/[locale]/staff/counter/actions.ts holdAtCounter(1)',
      'app/[locale]/staff/counter/actions.ts keepEarlierTickets(1)',
      'app/[locale]/staff/counter/actions.ts payBack(1)',
      'app/[locale]/staff/counter/actions.ts payWithEarlierTickets(1)',
      'app/[locale]/staff/counter/actions.ts removeItemOfSale(1)',
      'app/[locale]/staff/counter/actions.ts removeVoucherOfSale(1)',
      'app/[locale]/staff/counter/actions.ts sellNow(1)',
      'app/[locale]/staff/counter/actions.ts takeMoney(1)',
      'app/[locale]/staff/counter/shift/actions.ts countTill(2)',
      'app/[locale]/staff/counter/shift/actions.ts explainTill(2)',
      'app/[locale]/staff/counter/shift/actions.ts moveTillCash(2)',
      'app/[locale]/staff/counter/shift/actions.ts openTill(2)',
      'app/[locale]/staff/door/actions.ts admitFound(1)',
      'app/[locale]/staff/door/actions.ts admitRest(1)',
      'app/[locale]/staff/door/actions.ts admitTyped(1)',
      'app/[locale]/staff/door/actions.ts tickOff(1)',
      'app/[locale]/staff/door/actions.ts undoAdmission(1)',
      'app/[locale]/staff/events/actions.ts searchForLaterOrders(1)',
      'app/[locale]/staff/events/actions.ts startForAll(2)',
      'app/[locale]/staff/feeds/[upload]/actions.ts applyFeed(1)',
      'app/[locale]/staff/guest-lists/[listId]/actions.ts makeGuestBookings(1)',
      'app/[locale]/staff/guest-lists/[listId]/actions.ts retryGuests(1)',
      'app/[locale]/staff/join/[token]/actions.ts join(1)',
      'app/[locale]/staff/messages/[messageId]/actions.ts sendToEveryone(1)',
      'app/[locale]/staff/orders/[checkoutId]/actions.ts correctContact(2)',
      'app/[locale]/staff/orders/[checkoutId]/actions.ts correctInvoice(2)',
      'app/[locale]/staff/orders/[checkoutId]/actions.ts giveBack(2)',
      'app/[locale]/staff/orders/[checkoutId]/actions.ts strikeNote(1)',
      'app/[locale]/staff/orders/[checkoutId]/actions.ts writeNote(2)',
      'app/[locale]/staff/orders/[checkoutId]/cancel/actions.ts cancelChosenTickets(2)',
      'app/[locale]/staff/orders/[checkoutId]/cancel/actions.ts retryRefund(1)',
      'app/[locale]/staff/orders/[checkoutId]/cancel/actions.ts settleRefund(1)',
      'app/[locale]/staff/orders/[checkoutId]/rebook/actions.ts chooseTicketsToExchange(1)',
      'app/[locale]/staff/orders/[checkoutId]/tickets/[ticketId]/actions.ts copyConfirmation(1)',
      'app/[locale]/staff/orders/[checkoutId]/tickets/[ticketId]/actions.ts correctTicketAnswers(2)',
      'app/[locale]/staff/orders/[checkoutId]/tickets/[ticketId]/actions.ts correctTicketHolder(1)',
      'app/[locale]/staff/orders/[checkoutId]/tickets/[ticketId]/actions.ts sendGift(1)',
      'app/[locale]/staff/setup/[catalogId]/actions.ts adopt(2)',
      'app/[locale]/staff/setup/[catalogId]/actions.ts beginChange(1)',
      'app/[locale]/staff/setup/[catalogId]/actions.ts bringBack(1)',
      'app/[locale]/staff/setup/[catalogId]/actions.ts discardDraft(2)',
      'app/[locale]/staff/setup/[catalogId]/actions.ts publishDraft(2)',
      'app/[locale]/staff/setup/[catalogId]/details/actions.ts saveDetails(2)',
      'app/[locale]/staff/setup/[catalogId]/event/actions.ts removeEventForm(2)',
      'app/[locale]/staff/setup/[catalogId]/event/actions.ts saveEventForm(2)',
      'app/[locale]/staff/setup/[catalogId]/import/actions.ts putIntoDraft(2)',
      'app/[locale]/staff/setup/[catalogId]/place/actions.ts savePlaceForm(2)',
      'app/[locale]/staff/setup/[catalogId]/prices/actions.ts addTariffDays(2)',
      'app/[locale]/staff/setup/[catalogId]/prices/actions.ts setTariffPrices(2)',
      'app/[locale]/staff/setup/[catalogId]/season/actions.ts blockSomeDays(2)',
      'app/[locale]/staff/setup/[catalogId]/season/actions.ts copySomeDays(2)',
      'app/[locale]/staff/setup/[catalogId]/series/actions.ts addHours(2)',
      'app/[locale]/staff/setup/[catalogId]/series/actions.ts addOneSession(2)',
      'app/[locale]/staff/setup/[catalogId]/series/actions.ts addSeriesOfSessions(2)',
      'app/[locale]/staff/setup/[catalogId]/sessions/actions.ts changeChosenSessions(2)',
      'app/[locale]/staff/setup/[catalogId]/sessions/actions.ts changeSessions(2)',
      'app/[locale]/staff/setup/[catalogId]/sessions/actions.ts moveOneSession(2)',
      'app/[locale]/staff/setup/[catalogId]/tariff/actions.ts removeTariffForm(2)',
      'app/[locale]/staff/setup/[catalogId]/tariff/actions.ts saveTariffForm(2)',
      'app/[locale]/staff/setup/[catalogId]/translations/actions.ts saveTranslations(2)',
      'app/[locale]/staff/setup/new/actions.ts beginNewCatalog(2)',
      'app/[locale]/staff/sign-in/actions.ts signInByPasskey(1)',
      'app/[locale]/staff/team/actions.ts changePersonOfTeam(2)',
      'app/[locale]/staff/team/actions.ts endOtherSignIns(1)',
      'app/[locale]/staff/team/actions.ts endSignIn(1)',
      'app/[locale]/staff/team/actions.ts endSignInOfOther(1)',
      'app/[locale]/staff/team/actions.ts invite(2)',
      'app/[locale]/staff/team/actions.ts inviteAgain(1)',
      'app/[locale]/staff/team/actions.ts remove(1)',
      'app/[locale]/staff/today/[catalogId]/[eventId]/[visit]/guests/actions.ts readGuests(2)',
      'app/[locale]/staff/today/[catalogId]/[eventId]/[visit]/message/actions.ts testMessage(2)',
      'app/[locale]/staff/waiting-lists/[listId]/actions.ts removeFromList(2)',
      'app/[locale]/staff/waiting-room/actions.ts changeWaitingRoom(1)',
      'app/[locale]/staff/waiting-room/actions.ts openWaitingRoom(1)',
    ]);
  });

  it('are made by functions that check who calls them and what is sent', () => {
    const others = (source: ts.SourceFile) => actionsOf(source).filter((action) => !isMade(action, source));
    // It takes nothing and changes nothing: it renders the page again.
    expect(files.flatMap(others).map(({ name }) => name)).toEqual(['renew']);
    const planted = parse(
      'planted.ts',
      `'use server';
      import { shopAction, staffAction } from '${moduleOfMakers}';
      export const made = async (form: FormData) => staffAction('orders:read', fields, page, work)(form);
      export const leftAlone = async (form: FormData) => eraseAll(form.get('id'));
      export async function afterOther(form: FormData) { await eraseAll(); return shopAction(fields, work)(form); }
      export const withOther = async (form: FormData) => shopAction(fields, work)(new FormData());
      export const byOther = async (form: FormData) => staffFormAction('orders:read', fields, again, work)(form);`,
    );
    expect(others(planted).map(({ name }) => name)).toEqual([
      'leftAlone',
      'afterOther',
      'withOther',
      'byOther',
    ]);
    expect(() => actionsOf(parse('a.ts', 'export const act = staffAction(a, b, c, d);'))).toThrow(
      'else than a function',
    );
  });
});
