const seats = 'input[data-row]';

function all(plan: Element): HTMLInputElement[] {
  return [...plan.querySelectorAll<HTMLInputElement>(seats)];
}

/** Only this seat is reached by the tab key; the others by arrows. */
function stopAt(plan: Element, seat: HTMLInputElement | undefined): void {
  for (const one of all(plan)) one.tabIndex = one === seat ? 0 : -1;
}

const middleOf = (seat: HTMLInputElement) => {
  const { left, width } = seat.getBoundingClientRect();
  return left + width / 2;
};

/** The seat to which a key leads; undefined: it leads to none. */
function next(plan: Element, from: HTMLInputElement, key: string): HTMLInputElement | undefined {
  const list = all(plan);
  const rows = [...new Set(list.map(({ dataset }) => dataset['row']))];
  const inRow = (row: string | undefined) => list.filter(({ dataset }) => dataset['row'] === row);
  const own = inRow(from.dataset['row']);
  const place = own.indexOf(from);
  const other = (step: number) => {
    const middle = middleOf(from);
    return inRow(rows[rows.indexOf(from.dataset['row']) + step]).reduce<HTMLInputElement | undefined>(
      (best, one) =>
        best === undefined || Math.abs(middleOf(one) - middle) < Math.abs(middleOf(best) - middle)
          ? one
          : best,
      undefined,
    );
  };
  switch (key) {
    case 'ArrowLeft':
      return own[place - 1];
    case 'ArrowRight':
      return own[place + 1];
    case 'ArrowUp':
      return other(-1);
    case 'ArrowDown':
      return other(1);
    case 'Home':
      return own[0];
    case 'End':
      return own.at(-1);
    default:
      return undefined;
  }
}

function isSeat(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.matches(seats);
}

/** Makes each plan of the page one stop of the tab key, in which arrow keys lead from seat to seat. Returns how to end it. */
export function moveOnPlan(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { target: from } = event;
    if (!isSeat(from) || event.ctrlKey || event.altKey || event.metaKey) return;
    const plan = from.closest('[data-seats]');
    const to = plan === null ? undefined : next(plan, from, event.key);
    if (plan === null || to === undefined) return;
    event.preventDefault();
    stopAt(plan, to);
    to.focus();
  };
  const onFocus = ({ target }: FocusEvent) => {
    const plan = isSeat(target) ? target.closest('[data-seats]') : null;
    if (plan !== null && isSeat(target)) stopAt(plan, target);
  };
  for (const plan of document.querySelectorAll('[data-seats]')) {
    const list = all(plan);
    stopAt(plan, list.find(({ checked }) => checked) ?? list[0]);
  }
  document.addEventListener('keydown', onKey);
  document.addEventListener('focusin', onFocus);
  return () => {
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('focusin', onFocus);
  };
}
