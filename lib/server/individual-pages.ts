import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '../locale/languages';
import { newNonce } from '../page-cache/hash-scripts';
import type { StepAside } from '../page-cache/render-limit';
import { cookieName } from '../runtime/cookie-name';
import { pagePolicy } from '../runtime/page-policy';
import { noteOfRequest } from '../runtime/request-state';
import { mayHold, pageHeaders, type PageParts } from './request/page-request';

/** How long a form that a script sends waits for its turn. */
const patienceOfActions = 20_000;

/** Resolves when the head of a response is written. Next has rendered the page by then, and only sends it. */
function whenHeadWritten(response: ServerResponse): Promise<void> {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  return new Promise((resolve) => {
    response.writeHead = (...args: unknown[]) => {
      resolve();
      return writeHead(...args);
    };
  });
}

/** Pages for one visitor, made by Next, which is told the language of the page and the nonce for its scripts. */
export function individualPages({ next, config, limit }: PageParts) {
  const guest = cookieName('guest', config.storefrontUrl);
  return async (request: IncomingMessage, response: ServerResponse, language: Language): Promise<void> => {
    const policy = pagePolicy(config, newNonce());
    // Next reads the nonce from the request's policy and adds it to every script that it makes.
    Object.assign(request.headers, pageHeaders(language, policy));
    let done: Promise<void> | undefined;
    const render = async (stepAside: StepAside): Promise<void> => {
      // The visitor may have left while waiting.
      if (response.destroyed) return;
      response.setHeader('content-security-policy', policy);
      noteOfRequest({ stepAside });
      const head = whenHeadWritten(response);
      done = next(request, response);
      // A client that reads slowly does not keep others waiting.
      await Promise.race([head, done]);
    };
    await limit(render, {
      // Visitors who hold tickets come first.
      first: mayHold(request.headers.cookie, guest),
      // Next's client would replace the form, and what was typed, by an error.
      ...(request.headers['next-action'] !== undefined && { patienceMilliseconds: patienceOfActions }),
    });
    await done;
  };
}
