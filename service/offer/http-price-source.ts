import { isIP } from 'node:net';
import { Agent, fetch } from 'undici';
import { z } from 'zod';
import { isTaxed, priceSchema } from '@/lib/contract/price';
import { isPublicAddress, publicLookup } from '@/lib/network/public-address';
import { readBounded } from '@/lib/network/read-bounded';
import type { PriceAnswer, PriceQuestion, PriceSource } from './price-source';

interface HttpPriceSourceOptions {
  /** host[:port], matched exactly: any address, with or without TLS. All others: https, public addresses. */
  hosts: readonly string[];
  /** Called for each request without a usable answer. */
  onUnavailable?: (host: string, why: string) => void;
}

const maximumBytes = 64 * 1024;
const maximumConnections = 32;

/** The answer of an issuer (docs/feed.md); other members are ignored. */
const bodySchema = z
  .object({
    price: priceSchema,
    originalPrice: priceSchema.nullable().default(null),
    priceExclTax: priceSchema.nullable().default(null),
  })
  .refine(({ price, priceExclTax }) => isTaxed(price, priceExclTax));

/** Fetches prices from issuers over HTTP, with the protocol of docs/feed.md. */
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

/** A socket does not resolve an IP address, so it is checked here; names are checked when they are resolved. */
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
      // A redirect could lead to any address.
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.round(timeoutSeconds * 1000)),
    });
    status = response.status;
    const body = status === 200 ? await readBounded(response.body, maximumBytes) : null;
    text = body?.toString('utf8') ?? null;
    if (status !== 200) await response.body?.cancel();
  } catch (error) {
    // No connection, a forbidden address, no answer in time, or a connection that broke off.
    return unavailable(reasonOf(error));
  }
  if (status === 404) return { kind: 'not_found' };
  if (status !== 200) return unavailable(`it answered ${status}`);
  if (text === null) return unavailable(`it answered more than ${maximumBytes} bytes`);
  const body = bodySchema.safeParse(parseJson(text));
  if (!body.success) return unavailable('its answer is not what docs/feed.md says');
  return { kind: 'price', ...body.data };
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
