import { isDeepStrictEqual } from 'node:util';
import { areSameAnswers, itemTicketSchema, type ItemTicket } from '../contract/item-ticket';
import type { CallOptions } from './result';
import { ServiceError } from './service-error';
import type { Reader } from './reader';
import { unexpectedAnswer } from './transport';

/** Statuses that mean that a server has no such request, or refuses it permanently. */
const refusals = new Set([400, 403, 404, 405, 410, 415, 422, 501]);

type IsDone = (ticket: ItemTicket) => boolean;
type Change = CallOptions & { isDone: IsDone };

/** Changes of a ticket. `isDone` says whether it is as it was wanted. A repetition changes nothing. */
function changes(reader: Reader) {
  /** Whether an earlier request, whose answer was lost, has made what is refused now. */
  const isMade = async (path: string, { isDone, ...call }: Change): Promise<boolean> => {
    try {
      const read = await reader.one(itemTicketSchema, path, call);
      return read.kind === 'found' && isDone(read.value);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.reason === 'unparsable' || refusals.has(error.status ?? 0)) return false;
      throw error;
    }
  };

  /** The body of the answer, unless it was refused. */
  const send = async (path: string, body: object, change: Change) => {
    const answer = await reader.send({ method: 'PATCH', path, body, language: change.language });
    if (refusals.has(answer.status)) return (await isMade(path, change)) ? 'done' : 'refused';
    if (answer.status !== 200) throw unexpectedAnswer(answer);
    return { body: answer.body };
  };

  return {
    change: async (path: string, body: object, change: Change): Promise<'done' | 'refused'> =>
      (await send(path, body, change)) === 'refused' ? 'refused' : 'done',

    /** A server may accept a change and leave the ticket as it is. */
    changeAndCheck: async (path: string, body: object, change: Change): Promise<'done' | 'refused'> => {
      const answer = await send(path, body, change);
      if (typeof answer === 'string') return answer;
      const ticket = itemTicketSchema.safeParse(answer.body);
      return ticket.success && change.isDone(ticket.data) ? 'done' : 'refused';
    },
  };
}

/** The single tickets of an order (§4.6), by their paths. */
export function itemTicketCalls(reader: Reader) {
  const { change, changeAndCheck } = changes(reader);
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
      const answer = await changeAndCheck(path, { holder: null, answers: null }, { ...call, isDone });
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
      return (await changeAndCheck(path, { status }, { ...call, isDone })) === 'done' ? 'changed' : 'refused';
    },
  };
}
