/**
 * `node lti-program.ts PORTAL` runs a learning platform in a separate process on another host for end-to-end tests. It prints its registration on one
 * line when it is ready.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { claim, dlClaim, ltiPlatform } from './lti-platform.ts';

const [tool = ''] = process.argv.slice(2);
const server = createServer();
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
const host = `localhost:${(server.address() as AddressInfo).port}`;
const platform = await ltiPlatform({ host, tool, scheme: 'http' });
const { state, serve, claims } = platform.services;
state.members = [{ user_id: '4', roles: ['Learner'] }];
state.shown = async () => (await (await fetch(`${tool}/lti/jwks.json`)).json()) as Awaited<ReturnType<typeof state.shown>>;

const field = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`;
const posting = (action: string, fields: Record<string, string>): string =>
  `<form method="post" action="${action}">${Object.entries(fields)
    .map(([name, value]) => field(name, value))
    .join('')}</form><script>document.forms[0].submit()</script>`;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}

/** The items selected most recently. The course has a page for each of them. */
let chosen: { title: string; url: string }[] = [];

const PAGES: Record<string, (query: URLSearchParams, request: IncomingMessage) => string | Promise<string>> = {
  '/': (query) => `<title>Kurs</title><iframe title="Werkzeug" width="900" height="700" allowfullscreen src="/start?${query}"></iframe>`,
  '/start': (query) => {
    const item = chosen[Number(query.get('item') ?? -1)];
    return posting(
      `${tool}/lti/login`,
      platform.initiation({ lti_message_hint: item?.url ?? 'pick', ...(item && { target_link_uri: item.url }) }),
    );
  },
  '/mod/lti/auth.php': async (query) => {
    const hint = query.get('lti_message_hint')!;
    const about = hint === 'pick' ? platform.choosing({}) : { [claim('target_link_uri')]: hint };
    const id_token = await platform.idToken({ nonce: query.get('nonce')!, now: new Date(), ...claims(), ...about });
    return posting(query.get('redirect_uri')!, { id_token, state: query.get('state')! });
  },
  '/mod/lti/contentitem_return.php': async (_, request) => {
    const [, payload = ''] = (new URLSearchParams(await textOf(request)).get('JWT') ?? '').split('.');
    const said = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, typeof chosen>;
    chosen = said[dlClaim('content_items')] ?? [];
    return `<ul>${chosen.map(({ title }) => `<li>${title}</li>`).join('')}</ul>`;
  },
};

server.on('request', (request, response) => {
  const url = new URL(request.url ?? '/', platform.issuer);
  const page = PAGES[url.pathname];
  if (page)
    return void Promise.resolve(page(url.searchParams, request)).then((html) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><html lang="de">${html}`),
    );
  void answerProgram(url, request).then(({ status, body }) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? undefined : JSON.stringify(body)),
  );
});

/** Replies to requests of the portal: keys, tokens, gradebook columns and scores. `/scores` returns the gradebook. */
async function answerProgram(url: URL, request: IncomingMessage): Promise<{ status: number; body?: unknown }> {
  if (url.pathname === '/scores') return { status: 200, body: state.scores };
  const known = platform.answers[url.pathname]?.(undefined);
  if (known !== undefined) return { status: 200, body: JSON.parse(known) as unknown };
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const asked = { url: url.href, method: request.method, headers, body: await textOf(request) };
  return (await serve(asked)) ?? { status: 404 };
}
process.stdout.write(`platform ${JSON.stringify({ ...platform.fields, host })}\n`);
