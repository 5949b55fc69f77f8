import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { errors, type default as Provider } from 'oidc-provider';
import { page, pageHeaders, type Html } from '../common/page';
import type { People, Person } from './people';

interface SignInEnv {
  Bindings: HttpBindings;
}

/** The provider's sign-in page: GET shows the form, POST checks it and returns to the application. */
export function signInPages(provider: Provider, people: People): Hono<SignInEnv> {
  const app = new Hono<SignInEnv>();
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value);
  });
  app.get('/:uid', async (c) => {
    await provider.interactionDetails(c.env.incoming, c.env.outgoing);
    return c.html(signInPage(await people.list(), { email: '', problem: null }));
  });
  app.post('/:uid', async (c) => {
    const interaction = await provider.interactionDetails(c.env.incoming, c.env.outgoing);
    const form = await c.req.parseBody();
    const email = textOf(form['email']);
    const person = await people.authenticate(email, textOf(form['password']));
    if (person === undefined) {
      const problem = 'No one here has this e-mail address and password.';
      return c.html(signInPage(await people.list(), { email, problem }), 401);
    }
    await endOtherSession(provider, interaction, person.id);
    const result = { login: { accountId: person.id, remember: false } };
    const next = await provider.interactionResult(c.env.incoming, c.env.outgoing, result);
    return c.redirect(next, 303);
  });
  app.onError((error, c) => {
    if (error instanceof errors.SessionNotFound) return c.html(lostPage(), 400);
    throw error;
  });
  return app;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/**
 * Ends the session of another person who signed in earlier in this browser, and with it their tokens. The provider
 * itself would do this with a page that submits itself by script.
 */
async function endOtherSession(
  provider: Provider,
  interaction: Interaction,
  personId: string,
): Promise<void> {
  const earlier = interaction.session;
  if (earlier === undefined || earlier.accountId === personId) return;
  const session = await provider.Session.findByUid(earlier.uid);
  await session?.destroy();
  delete interaction.session;
  await interaction.persist();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function signInPage(
  people: readonly Person[],
  { email, problem }: { email: string; problem: string | null },
): Html {
  return page({
    title: problem === null ? 'Sign in' : 'Sign in: please check what you typed',
    body: html`<div class="sheet">
        <h1>Sign in</h1>
        <p class="quiet">to the ticket shop’s staff pages</p>
        ${problem === null ? '' : html`<p class="problem" id="problem" role="alert">${problem}</p>`}
        <form method="post">
          ${field({ name: 'email', type: 'email', label: 'E-mail', hint: 'username', value: email, problem })}
          ${field({
            name: 'password',
            type: 'password',
            label: 'Password',
            hint: 'current-password',
            value: '',
            problem,
          })}
          <button class="main" type="submit">Sign in</button>
        </form>
      </div>
      <div class="sheet small">
        <h2>Who can sign in here</h2>
        <ul class="list">
          ${people.map(
            ({ email: address, password, roles }) =>
              html`<li>
                <code>${address}</code>, password <code>${password}</code><br />
                <span class="quiet">${rolesOf(roles)}</span>
              </li>`,
          )}
        </ul>
      </div>`,
  });
}

function rolesOf(roles: readonly string[]): string {
  if (roles.length === 0) return 'has no role, and is turned away';
  return roles.length === 1 ? `has the role ${roles.join()}` : `has the roles ${roles.join(' and ')}`;
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly problem: string | null;
}

function field({ name, type, label, hint, value, problem }: Field): Html {
  const marks = problem === null ? '' : html`aria-invalid="true" aria-describedby="problem"`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${hint}"
      required
      ${marks}
    />
  </div>`;
}

function lostPage(): Html {
  return page({
    title: 'This sign-in has ended',
    body: html`<div class="sheet">
      <h1>This sign-in has ended</h1>
      <p>
        It was finished already, took longer than an hour, or began in another browser. Go back to the page
        you came from and sign in again.
      </p>
    </div>`,
  });
}
