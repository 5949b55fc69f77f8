import { isIP } from 'node:net';
import { Agent, fetch, type Response } from 'undici';
import { z } from 'zod';
import { isPublicAddress, publicLookup } from '@/lib/network/public-address';
import type { PriceAnswer, PriceQuestion, PriceSource } from './price-source';

interface HttpPriceSourceOptions {
  /** host[:port], exactly: may be asked at any address, with or without TLS. All others: https, public addresses. */
  hosts: readonly string[];
  /** Told of each question that brought no usable answer. */
  onUnavailable?: (host: string, why: string) => void;
}

const maximumBytes = 64 * 1024;
const maximumConnections = 32;
const amount = z.string().regex(/^\d{1,12}\.\d{2}$/);

/** What an issuer answers (docs/feed.md); other members are its own. */
const bodySchema = z.object({
  price: amount,
  originalPrice: amount.nullable().default(null),
  priceExclTax: amount.nullable().default(null),
});

/** Asks issuers for prices over HTTP, with the protocol of docs/feed.md. */
export function httpPriceSource({ hosts, onUnavailable }: HttpPriceSourceOptions): PriceSource {
  const listed = new Agent({ connections: maximumConnections });
  const open = new Agent({ connect: { lookup: publicLookup }, connections: maximumConnections });
  return {
    fetchPrice: async (question) => {
      const address = addressOf(question);
      const agent = hosts.includes(address.host) ? listed : open;
      const answer =
        agent === listed || isOpen(address)
          ? await ask(address, agent, question.source.timeoutSeconds)
          : unavailable('the host is not one that may be asked');
      if (answer.kind === 'unavailable') onUnavailable?.(address.host, answer.why);
      return answer;
    },
  };
}

function addressOf({ source, product, date, offer }: PriceQuestion): URL {
  const address = new URL(source.url);
  for (const [name, value] of Object.entries({ product, date, offer })) {
    address.searchParams.set(name, value);
  }
  return address;
}

/** A socket asks no name server for an IP address, so that one is judged here; names are as they are resolved. */
function isOpen({ protocol, hostname }: URL): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' && (isIP(literal) === 0 || isPublicAddress(literal));
}

async function ask(address: URL, dispatcher: Agent, timeoutSeconds: number): Promise<PriceAnswer> {
  let status: number;
  let text: string | null;
  try {
    const response = await fetch(address, {
      dispatcher,
      headers: { accept: 'application/json' },
      // A redirect could lead anywhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.round(timeoutSeconds * 1000)),
    });
    status = response.status;
    text = status === 200 ? await readText(response) : null;
    if (status !== 200) await response.body?.cancel();
  } catch (error) {
    // No connection, none that may be had, no answer in time, or one that broke off.
    return unavailable(reasonOf(error));
  }
  if (status === 404) return { kind: 'gone' };
  if (status !== 200) return unavailable(`it answered ${status}`);
  if (text === null) return unavailable(`it answered more than ${maximumBytes} bytes`);
  const body = bodySchema.safeParse(parseJson(text));
  if (!body.success) return unavailable('its answer is not what docs/feed.md says');
  return { kind: 'price', ...body.data };
}

/** The whole body; null as soon as it is too large. */
async function readText({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    if (size > maximumBytes) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function unavailable(why: string): PriceAnswer {
  return { kind: 'unavailable', why };
}
