import { isDeepStrictEqual } from 'node:util';
import { areSameAnswers, itemTicketSchema, type ItemTicket } from '../contract/item-ticket';
import type { CallOptions } from './result';
import { ServiceError } from './service-error';
import type { Reader } from './wire/reader';
import { surprise } from './wire/transport';

/** Statuses that mean that a server has no such request, or refuses it permanently. */
const refusals = new Set([400, 403, 404, 405, 410, 415, 422, 501]);

type IsDone = (ticket: ItemTicket) => boolean;

/** The single tickets of an order (§4.6), by their paths. A repetition of a change changes nothing. */
export function itemTicketCalls(reader: Reader) {
  /** Whether a change was refused, and is not what an earlier request made, whose answer was lost. */
  const isRefused = async (path: string, isDone: IsDone, call: CallOptions): Promise<boolean> => {
    try {
      const read = await reader.one(itemTicketSchema, path, call);
      return read.kind === 'missing' || !isDone(read.value);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.reason === 'unparsable' || refusals.has(error.status ?? 0)) return true;
      throw error;
    }
  };

  /** The body of the answer; null: refused. Done before: `done`. */
  const change = async (
    path: string,
    body: object,
    { isDone, ...call }: CallOptions & { isDone: IsDone },
  ): Promise<{ body: unknown } | 'done' | 'refused'> => {
    const answer = await reader.send({ method: 'PATCH', path, body, language: call.language });
    if (refusals.has(answer.status)) return (await isRefused(path, isDone, call)) ? 'refused' : 'done';
    if (answer.status !== 200) throw surprise(answer);
    return { body: answer.body };
  };

  /** For a change that a server may accept and leave the ticket as it is. */
  const checked = async (path: string, body: object, options: CallOptions & { isDone: IsDone }) => {
    const answer = await change(path, body, options);
    if (typeof answer === 'string') return answer;
    const ticket = itemTicketSchema.safeParse(answer.body);
    return ticket.success && options.isDone(ticket.data) ? 'done' : 'refused';
  };

  return {
    getItemTicket: (path: string, call: CallOptions) => reader.one(itemTicketSchema, path, call),

    /** Stores the answers to the questions of the issuer. `refused`: the server has no such request, or takes no such answers. */
    answerItemTicket: async (
      path: string,
      answers: ItemTicket['answers'],
      call: CallOptions,
    ): Promise<'saved' | 'refused'> => {
      const isDone: IsDone = (ticket) => areSameAnswers(ticket.answers, answers);
      return (await change(path, { answers }, { ...call, isDone })) === 'refused' ? 'refused' : 'saved';
    },

    /** Stores who comes with a ticket (§2.12). `refused`: the server has no such request, or takes no such name. */
    nameHolder: async (
      path: string,
      holder: ItemTicket['holder'],
      call: CallOptions,
    ): Promise<'saved' | 'refused'> => {
      const isDone: IsDone = (ticket) => isDeepStrictEqual(ticket.holder, holder);
      return (await change(path, { holder }, { ...call, isDone })) === 'refused' ? 'refused' : 'saved';
    },

    /** Removes who comes with a ticket, and the answers. `refused`: the server has no such request, or does not do it. */
    clearItemTicket: async (path: string, call: CallOptions): Promise<'saved' | 'refused'> => {
      const isDone: IsDone = ({ holder, answers }) => holder === null && answers.length === 0;
      const answer = await checked(path, { holder: null, answers: null }, { ...call, isDone });
      return answer === 'done' ? 'saved' : 'refused';
    },

    /**
     * Cancels a ticket, or makes it valid again: our extension. `refused`: the server does not support this, or not
     * for this ticket.
     */
    changeItemTicket: async (
      path: string,
      status: 'cancelled' | 'valid',
      call: CallOptions,
    ): Promise<'changed' | 'refused'> => {
      const isDone: IsDone = (ticket) => ticket.status === status;
      return (await checked(path, { status }, { ...call, isDone })) === 'done' ? 'changed' : 'refused';
    },
  };
}
