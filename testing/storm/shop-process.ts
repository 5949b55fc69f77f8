import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  type CommandName,
  type CommandRequest,
  type ResultOf,
  type ShopMessage,
  shopProgram,
  type ShopSetting,
  type ValuesOf,
} from './shop-program';

/** No answer came: the process has ended, or it could not carry the command out. */
export class Unanswered extends Error {
  override name = 'Unanswered';
}

/** Carries out a command; rejects with `Unanswered`. */
export type Ask = <Name extends CommandName>(
  name: Name,
  ...values: ValuesOf<Name>
) => Promise<ResultOf<Name>>;

/** A process of the shop: a worker, or pages, of which commands are requested. */
export interface ShopProcess {
  ask: Ask;
  isUp(): boolean;
  /** Resolves when it is working. */
  start(): Promise<void>;
  /** kill -9; resolves when it has ended. */
  kill(): Promise<void>;
}

interface Waiting {
  name: string;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

export function shopProcess(setting: ShopSetting, report: (text: string) => void): ShopProcess {
  let child: ChildProcess | null = null;
  let requests = 0;
  const waiting = new Map<number, Waiting>();
  const isUp = () =>
    child !== null && child.exitCode === null && child.signalCode === null && child.connected;
  const take = (id: number): Waiting | undefined => {
    const one = waiting.get(id);
    waiting.delete(id);
    return one;
  };
  const receive = (message: ShopMessage) => {
    if (message.kind === 'report') report(message.text);
    if (message.kind === 'result') take(message.id)?.resolve(message.result);
    if (message.kind === 'failed') {
      const one = take(message.id);
      report(`${one?.name ?? ''} failed: ${message.reason}`);
      one?.reject(new Unanswered(message.reason));
    }
  };
  return {
    isUp,
    ask: (name, ...values) => {
      requests += 1;
      const id = requests;
      const answer = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { name, resolve, reject });
        const lost = () => take(id)?.reject(new Unanswered(`${name}: the process has ended`));
        const request: CommandRequest = { id, name, values };
        if (child === null || !isUp()) lost();
        else child.send(request, (error) => (error === null ? undefined : lost()));
      });
      // The result is of this command: `perform` in shop-program.ts calls the function of this name.
      return answer as Promise<ResultOf<typeof name>>;
    },
    start: async () => {
      child = await startChild(setting, receive);
      child.once('exit', () => {
        for (const id of [...waiting.keys()]) take(id)?.reject(new Unanswered('the process has ended'));
      });
    },
    kill: async () => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function startChild(
  setting: ShopSetting,
  receive: (message: ShopMessage) => void,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', shopProgram], {
    env: { ...process.env, SETTING: JSON.stringify(setting) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Dates and maps arrive as they are.
    serialization: 'advanced',
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-3000)));
  // A message to a process that was killed can't be sent: the commands that wait for it are answered at its end.
  child.on('error', () => undefined);
  await new Promise<void>((ready, fail) => {
    child.once('exit', () => fail(new Error(`a process of the shop ended: ${said}`)));
    child.on('message', (message) => {
      const received = message as ShopMessage;
      if (received.kind === 'ready') ready();
      else receive(received);
    });
  });
  return child;
}
