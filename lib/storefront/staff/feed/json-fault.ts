import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { jsonFault, type JsonPlace } from '../../../contract/json-fault';
import { parseCount } from '../../common/request/parameters';

/** A place in the address of a page; null: there is none. */
export function parseJsonPlace(
  parameters: Readonly<Record<string, string | string[] | undefined>>,
): JsonPlace | null {
  const [line, column] = [parseCount(parameters['line']), parseCount(parameters['column'])];
  return line === null || column === null ? null : { line, column };
}

/** Where a text stops being JSON; null: it is JSON. Other work is let in between. */
export async function findJsonFault(text: string): Promise<JsonPlace | null> {
  const steps = jsonFault(text);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await yieldToOthers();
  }
}
