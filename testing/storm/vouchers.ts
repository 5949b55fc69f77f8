import { applyInTabs, buy, holdItems, itemOf, offerOf, orderAndPay, typeCode } from './buying';
import { wrongCode } from './catalogue';
import { ask, type Storm } from './storm-context';

/** A basket with two tickets that cost something. */
async function basket(storm: Storm): Promise<string | null> {
  return holdItems(storm, [itemOf(storm, offerOf(storm, ['odd', 'third']), 2)]);
}

/** The order is placed in one tab, while a code is typed or removed in another. */
export async function voucherInTwoTabs(storm: Storm): Promise<void> {
  const { random, count } = storm;
  const person = storm.newPerson();
  const id = await basket(storm);
  if (id === null) return;
  await ask(storm, 'applyVoucher', id, 'THIRD-OFF');
  const other = random.chance(0.5) ? ask(storm, 'applyVoucher', id, 'SEVEN') : ask(storm, 'dropVoucher', id);
  const [state] = await Promise.all([orderAndPay(storm, id, person), other]);
  count(`voucher in two tabs: ${state ?? 'no answer'}`);
}

/** A wrong code, and a right one before the first answer came. */
export async function wrongThenRightCode(storm: Storm): Promise<void> {
  const person = storm.newPerson();
  const id = await basket(storm);
  if (id === null) return;
  await applyInTabs(storm, id, [wrongCode, 'THIRD-OFF']);
  const state = await orderAndPay(storm, id, person);
  storm.count(`wrong code, then the right one: ${state ?? 'no answer'}`);
}

/** Everybody wants the voucher that can be used three times, and the one that can be used once. */
export async function rareVoucher(storm: Storm): Promise<void> {
  const code = storm.random.pick(['LIMIT3', 'ONCE'] as const);
  await Promise.all([1, 2, 3].map(() => buy(storm, { keys: ['odd', 'third'], code })));
}

/** A code is typed and removed, and typed again, before it is paid. */
export async function changedMind(storm: Storm): Promise<void> {
  const id = await basket(storm);
  if (id === null) return;
  await typeCode(storm, id, 'THIRD-OFF');
  await ask(storm, 'dropVoucher', id);
  if (storm.random.chance(0.5)) await typeCode(storm, id, 'MIN40');
  const state = await orderAndPay(storm, id, storm.newPerson());
  storm.count(`voucher removed again: ${state ?? 'no answer'}`);
}
