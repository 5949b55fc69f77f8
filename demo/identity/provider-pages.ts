import { html, raw } from 'hono/html';
import type { Configuration, ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { page, pageHeaders, type Html } from '../common/page';

async function answer(ctx: KoaContextWithOIDC, content: Html): Promise<void> {
  ctx.set({ ...pageHeaders });
  ctx.type = 'html';
  ctx.body = (await content).toString();
}

/** The page that says why a sign-in can't continue, such as an address that is not registered. */
export const renderProblem: NonNullable<Configuration['renderError']> = (ctx, out: ErrorOut) =>
  answer(
    ctx,
    page({
      title: 'Sign-in did not work',
      body: html`<div class="sheet">
        <h1>Sign-in did not work</h1>
        <p>${out.error_description ?? 'The request could not be understood.'}</p>
        <p class="quiet small">Code: <code>${out.error}</code></p>
        <p>Go back to the page you came from and try again.</p>
      </div>`,
    }),
  );

/** Asks whether to sign out; `form` is the provider's own form, with the id to which the buttons refer. */
export function renderSignOut(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  return answer(
    ctx,
    page({
      title: 'Sign out?',
      body: html`<div class="sheet">
        <h1>Sign out?</h1>
        ${raw(form)}
        <div class="stack">
          <button class="main" type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
          <button type="submit" form="op.logoutForm">Stay signed in</button>
        </div>
      </div>`,
    }),
  );
}

export function renderSignedOut(ctx: KoaContextWithOIDC): Promise<void> {
  return answer(
    ctx,
    page({
      title: 'Signed out',
      body: html`<div class="sheet">
        <h1>Signed out</h1>
        <p>You can close this page.</p>
      </div>`,
    }),
  );
}
