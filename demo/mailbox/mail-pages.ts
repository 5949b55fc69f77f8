import { Hono } from 'hono';
import { pageHeaders } from '../common/page';
import type { MailStore } from './mail-store';
import { mailListPage, mailPage, noSuchMailPage } from './mail-view';

/** The pages of the mailbox: `/mail`, one mail, its attachments, and `/mail.json` for programs. */
export function mailPages(store: MailStore): Hono {
  const app = new Hono();
  app.use('/mail/*', async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value);
    // A mail's own pictures may come from any host; its frame inherits this policy and so runs no script.
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; base-uri 'none'; frame-ancestors 'none'",
    );
  });
  app.get('/mail.json', (c) =>
    c.json(store.list({ to: c.req.query('to') }), 200, { 'cache-control': 'no-store' }),
  );
  app.get('/mail', (c) => {
    const to = c.req.query('to');
    return c.html(mailListPage(store.list({ to }), to));
  });
  app.get('/mail/:id', async (c) => {
    const mail = store.find(c.req.param('id'));
    if (mail === undefined) return c.html(noSuchMailPage(), 404);
    return c.html(mailPage(mail, await store.displayHtml(mail.id)));
  });
  app.get('/mail/:id/attachments/:index{[0-9]+}', async (c) => {
    const attachment = await store.attachment(c.req.param('id'), Number(c.req.param('index')));
    if (attachment === undefined) return c.html(noSuchMailPage(), 404);
    return c.body(attachment.content, 200, {
      'content-type': attachment.contentType,
      'content-disposition': attachmentDisposition(attachment.filename),
    });
  });
  return app;
}

/** RFC 6266 §4.3: a plain name for old programs and the exact one, encoded as in RFC 8187. */
function attachmentDisposition(filename: string): string {
  const plain = filename.replaceAll(/[^\w.-]+/g, '_');
  const exact = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
