import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { form, serverForEach, shop } from '@/testing/server/test-server';

const test = serverForEach();

describe('a method', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS', 'PROPFIND'])('%s is refused', async (method) => {
    const answer = await test.server.call('/en', { method, headers: form });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST' } });
  });

  it('CONNECT is refused', async () => {
    expect(await test.server.raw('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n')).toMatch(
      /^HTTP\/1.1 405 /,
    );
  });

  it('CONNECT is harmless when its client disconnects at once', async () => {
    for (let each = 0; each < 50; each += 1) {
      const socket = connect({ host: '127.0.0.1', port: test.server.port });
      await new Promise<void>((done) => {
        socket.write('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', () => done());
      });
      socket.resetAndDestroy();
      await once(socket, 'close');
    }
    expect((await test.server.call('/en')).status).toBe(200);
  });

  it('GET and HEAD are answered', async () => {
    expect((await test.server.call('/en')).status).toBe(200);
    expect(await test.server.call('/en', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });
});

describe('a URL', () => {
  it.each([
    '/en/%ff',
    '/en/%',
    '/en/%00',
    '/en/%1b[31m',
    '/en/%07',
    '/en/%7f',
    '/en/%c2%85',
    '/en/%e2%80%ae',
  ])('%s is refused', async (path) => {
    expect((await test.server.call(path)).status).toBe(400);
  });

  it.each(['%00', '%1b', '%07', '%e2%80%ae', '%e2%81%a6'])(
    'with %s in its query is refused',
    async (text) => {
      expect((await test.server.call(`/en?q=a${text}b`)).status).toBe(400);
      expect((await test.server.call(`/en?a${text}b=q`)).status).toBe(400);
    },
  );

  it.each(['Zoë Ångström', 'Οδυσσέας', 'Анна', '王小明', 'محمد', 'דוד', 'ศรีสุข', 'अनीता', '👩‍👩‍👧', '100 %'])(
    'that searches for “%s” is answered',
    async (name) => {
      const path = `/en/${encodeURIComponent(name)}?q=${encodeURIComponent(name)}`;
      expect(await test.server.call(path)).toMatchObject({ status: 200 });
    },
  );

  it('of another server is refused', async () => {
    const got = await test.server.raw(
      'GET http://other.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(got).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe('a form', () => {
  it('of our own page is passed on as it was sent', async () => {
    const { status, body } = await test.server.post('/en/checkout/1', form, 'name=Zo%C3%AB');
    expect({ status, told: JSON.parse(body) as unknown }).toMatchObject({
      status: 200,
      told: { method: 'POST', url: '/en/checkout/1', body: 'name=Zo%C3%AB' },
    });
  });

  it.each([
    ['none', {}],
    ['null', { origin: 'null' }],
    ['another one', { origin: 'https://evil.example' }],
    ['one that begins like ours', { origin: 'https://tickets.example.evil.example' }],
    ['another port', { origin: 'https://tickets.example:8443' }],
    ['http, where ours is https', { origin: 'http://tickets.example' }],
  ])('with the origin “%s” is refused', async (_name, headers) => {
    expect((await test.server.post('/en/checkout/1', headers)).status).toBe(403);
    expect(test.server.events).toEqual([{ event: 'request_refused', status: 403, network: '127.0.0.0/24' }]);
  });

  it('of 64 kB is read, and one of one byte more is refused', async () => {
    expect((await test.server.post('/en', form, 'a'.repeat(64 * 1024))).status).toBe(200);
    expect((await test.server.post('/en', form, 'a'.repeat(64 * 1024 + 1))).status).toBe(413);
  });

  it('without a length is refused beyond 64 kB', async () => {
    const chunked = { ...form, 'transfer-encoding': 'chunked' };
    expect((await test.server.post('/en', chunked, Buffer.alloc(64 * 1024, 'a'))).status).toBe(200);
    expect((await test.server.post('/en', chunked, Buffer.alloc(80 * 1024, 'a'))).status).toBe(413);
  });

  it('that never ends is refused while it is sent, and its connection is closed', async () => {
    const socket = connect({ host: '127.0.0.1', port: test.server.port });
    socket.write(`POST /en HTTP/1.1\r\nHost: a\r\nOrigin: ${shop}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const piece = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
    const fill = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', fill).on('error', () => socket.destroy());
    fill();
    let got = '';
    socket.on('data', (part: Buffer) => (got += part.toString()));
    await new Promise((closed) => socket.once('close', closed));
    expect(got).toMatch(/^HTTP\/1.1 413 /);
  });

  it('that arrives too slowly is refused with 408', async () => {
    await test.again(undefined, { bodySeconds: 0.2 });
    const got = await test.server.raw(
      `POST /en HTTP/1.1\r\nHost: a\r\nOrigin: ${shop}\r\nContent-Length: 9\r\n\r\na`,
    );
    expect(got).toMatch(/^HTTP\/1.1 408 /);
    expect(test.server.events).toMatchObject([{ event: 'request_refused', status: 408 }]);
  });

  it.each([
    [
      'multipart/form-data; boundary=x',
      '--x\r\n\r\nAn\0n\u202ea\ud800\r\n--x--',
      '--x\r\n\r\nAnna\ufffd\r\n--x--',
    ],
    ['text/plain;charset=UTF-8', '["\u0007a\tb"]', '["a\tb"]'],
    ['application/x-www-form-urlencoded', 'a=%00b&c%07=%E2%80%AEd', 'a=b&c=d'],
    ['application/json', '"\u0085"', '"\u0085"'],
  ])('of the type %s arrives without characters that no text may have', async (type, sent, arrives) => {
    const { body } = await test.server.post('/en', { ...form, 'content-type': type }, sent);
    const told = JSON.parse(body) as { headers: Record<string, string>; body: string };
    expect(told.body).toBe(arrives);
    expect(told.headers['content-length']).toBe(String(Buffer.byteLength(arrives)));
  });

  it('in a GET request is refused', async () => {
    expect((await test.server.call('/en', { headers: { 'content-length': '3' }, body: 'a=1' })).status).toBe(
      400,
    );
  });
});

describe('a feed of the staff', () => {
  const path = '/api/staff/feeds';
  const signedIn = { ...form, cookie: 'a=b; __Host-next-auth.session-token=of-staff' };
  const madeUp = { ...form, cookie: 'a=b; __Host-next-auth.session-token=made-up' };
  const megabytes = (count: number) => 'a'.repeat(count * 1024 * 1024);
  beforeEach(() =>
    test.again(undefined, {
      mayUpload: ({ headers }) => Promise.resolve(headers.cookie === signedIn.cookie),
    }),
  );

  function begin(sender: Record<string, string>): Socket {
    const head = Object.entries(sender).map(([name, value]) => `${name}: ${value}`);
    const socket = connect({ host: '127.0.0.1', port: test.server.port });
    socket.on('error', () => socket.destroy());
    const lines = [
      `POST ${path} HTTP/1.1`,
      'Host: a',
      ...head,
      'Transfer-Encoding: chunked',
      '',
      '1',
      'a',
      '',
    ];
    socket.write(lines.join('\r\n'));
    return socket;
  }

  it('of 50 MB is read from a client that has signed in, and one of more is refused', async () => {
    expect((await test.server.post(path, signedIn, megabytes(50))).status).toBe(200);
    expect((await test.server.post(path, signedIn, megabytes(52))).status).toBe(413);
  });

  it('of more than 64 kB is refused from any other client, and to any other path', async () => {
    expect((await test.server.post(path, form, megabytes(1))).status).toBe(413);
    expect((await test.server.post(path, madeUp, megabytes(1))).status).toBe(413);
    expect((await test.server.post('/en', signedIn, megabytes(1))).status).toBe(413);
  });

  it('waits for its turn while two others arrive', async () => {
    const sockets = [begin(signedIn), begin(signedIn)];
    await expect.poll(async () => (await test.server.post(path, signedIn, megabytes(1))).status).toBe(503);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await test.server.post(path, signedIn, megabytes(1))).status).toBe(200);
  });
});

it('strangers with a session that they made up do not keep staff from uploading', async () => {
  const asked: string[] = [];
  const staff = { ...form, cookie: 'a=1' };
  await test.again(undefined, {
    mayUpload: ({ headers: { cookie = '' } }) => {
      asked.push(cookie);
      return Promise.resolve(cookie === staff.cookie);
    },
  });
  const body = 'a'.repeat(100 * 1024);
  const strangers = Array.from({ length: 5 }, () => {
    const socket = connect({ host: '127.0.0.1', port: test.server.port });
    socket.on('error', () => socket.destroy());
    const head = [
      'Host: a',
      `Origin: ${shop}`,
      'Cookie: next-auth.session-token=x',
      'Transfer-Encoding: chunked',
    ];
    socket.write([`POST /api/staff/feeds HTTP/1.1`, ...head, '', '1', 'a', ''].join('\r\n'));
    return socket;
  });
  await expect.poll(() => asked).toHaveLength(5);
  expect((await test.server.post('/api/staff/feeds', staff, body)).status).toBe(200);
  for (const socket of strangers) socket.destroy();
});

describe('a webhook', () => {
  const path = '/api/webhooks/payment';

  it('needs no origin', async () => {
    expect((await test.server.post(path, {}, 'signed')).status).toBe(200);
  });

  it('arrives byte by byte as it was signed', async () => {
    const { body } = await test.server.post(path, { 'content-type': 'text/plain' }, 'a\0b');
    expect(JSON.parse(body)).toMatchObject({ body: 'a\0b' });
  });

  it('of 256 kB is read, and one of one byte more is refused', async () => {
    expect((await test.server.post(path, {}, 'a'.repeat(256 * 1024))).status).toBe(200);
    expect((await test.server.post(path, {}, 'a'.repeat(256 * 1024 + 1))).status).toBe(413);
  });
});

describe('the headers that Next gets', () => {
  const told = async (headers: Record<string, string>) =>
    (JSON.parse((await test.server.call('/en', { headers })).body) as { headers: Record<string, string> })
      .headers;

  it('contain our own host, whatever a client sends', async () => {
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    expect(await told(forged)).toMatchObject({
      host: 'tickets.example',
      'x-forwarded-host': 'tickets.example',
      'x-forwarded-proto': 'https',
    });
  });

  it('contain no header that only Next itself may set', async () => {
    const headers = await told({
      'x-middleware-subrequest': 'proxy',
      'x-nextjs-data': '1',
      'x-invoke-path': '/',
    });
    expect(Object.keys(headers).filter((name) => /^x-(middleware|nextjs|invoke)/.test(name))).toEqual([]);
  });

  it('contain the connection’s address if no proxy is trusted', async () => {
    expect(await told({ 'x-forwarded-for': '203.0.113.7' })).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
    });
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['203.0.113.7:5000', '203.0.113.7'],
    ['unknown', '127.0.0.1'],
    ['203.0.113.7, _hidden', '127.0.0.1'],
    ['', '127.0.0.1'],
  ])('contain the address in “%s” from a trusted proxy: %s', async (forwarded, address) => {
    await test.again(undefined, { trustedProxies: ['127.0.0.0/8'] });
    expect(await told({ 'x-forwarded-for': forwarded })).toMatchObject({ 'x-forwarded-for': address });
  });
});
