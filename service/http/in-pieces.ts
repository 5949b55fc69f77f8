const pieceBytes = 64 * 1024;

/**
 * A response whose body is sent in pieces of 64 kB, each when the client has read the one before. So a client that
 * reads slowly needs the memory of one piece, not of a copy of the whole body.
 */
export function inPieces(body: string | Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  if (body.length <= pieceBytes) return new Response(body, init);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const headers = new Headers(init.headers);
  headers.set('content-length', String(bytes.length));
  return new Response(piecesOf(bytes), { ...init, headers });
}

function piecesOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = 0;
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(sent, sent + pieceBytes));
        sent += pieceBytes;
        if (sent >= bytes.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
