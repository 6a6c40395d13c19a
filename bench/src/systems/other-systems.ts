/**
 * Measures the exchange with other systems: harvesting a repository while users search, serving a harvester, and launches from a learning platform.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fundus/contract/demo';
import { freePort, startLearningPlatform, type LearningPlatform } from '@fundus/e2e/other-portal';
import { startPortal, type Portal } from '@fundus/e2e/portal';
import { describeLoad, runPortalCommand } from '../measure/commands.ts';
import { storeTable, toTableRow } from '../measure/table.ts';

const PAGE = 100;
const ROUNDS = 100;
const PAUSE_MS = 50;

const since = (start: number): number => performance.now() - start;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Starts a repository with `records` records, whose pages are generated on request. */
async function startRepository(records: number): Promise<{ server: Server; host: string }> {
  const record = (n: number): string =>
    `<record><header><identifier>oai:repository.example:${n}</identifier><datestamp>2026-01-01T00:00:00Z</datestamp></header><metadata><oai_dc:dc>` +
    `<dc:title>Film ${n} über Wasser, Wald und Wetter</dc:title><dc:description>${'Wie es dazu kommt, und was daraus folgt. '.repeat(6)}</dc:description>` +
    `<dc:identifier>https://repository.example/${n}</dc:identifier><dc:publisher>Haus ${n % 200}</dc:publisher><dc:date>${2000 + (n % 25)}</dc:date>` +
    `<dc:type>Film</dc:type><dc:language>de</dc:language><dc:subject>Biologie</dc:subject></oai_dc:dc></metadata></record>`;
  const server = createServer((request, response) => {
    const from = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('resumptionToken') ?? 0);
    const end = Math.min(records, from + PAGE);
    const inside = Array.from({ length: end - from }, (_, i) => record(from + i)).join('');
    const token = `<resumptionToken completeListSize="${records}">${end < records ? end : ''}</resumptionToken>`;
    response
      .writeHead(200, { 'content-type': 'text/xml' })
      .end(
        `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2026-01-02T00:00:00Z</responseDate><ListRecords>${inside}${token}</ListRecords></OAI-PMH>`,
      );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function timesOf(url: string, over: (asked: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!over(times.length)) {
    const start = performance.now();
    const reply = await fetch(url);
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`${reply.status} for ${url}`);
    times.push(since(start));
    await pause(PAUSE_MS);
  }
  return times;
}

/** Requests pages in sequence by resumption token, as a harvester does. Returns the time of each in milliseconds. */
async function pageTimesOf(url: string, rounds: number): Promise<number[]> {
  const times: number[] = [];
  let page = `${url}?verb=ListRecords&metadataPrefix=oai_dc`;
  for (let i = 0; i <= rounds; i++) {
    const start = performance.now();
    const text = await (await fetch(page)).text();
    if (i > 0) times.push(since(start));
    const token = /<resumptionToken[^>]*>([^<]+)</.exec(text)?.[1];
    if (token === undefined) throw new Error(`no token on page ${i}`);
    page = `${url}?verb=ListRecords&resumptionToken=${encodeURIComponent(token)}`;
    await pause(PAUSE_MS);
  }
  return times;
}

/** Returns a function that sends requests as a demo user of the given kind. */
async function asPerson(url: string, kind: string): Promise<<T>(method: string, path: string, body?: object) => Promise<T>> {
  const login = DEMO_ACCOUNTS.find((each) => each.kind === kind)!.login;
  let cookie = '';
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const info = await fetch(`${url}/api/v1/user/userinfo`, { headers: { cookie } });
    await info.arrayBuffer();
    const headers = { cookie, 'content-type': 'application/json', 'x-csrf-token': info.headers.get('x-csrf-token') ?? '' };
    const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const set = reply.headers.getSetCookie().map((each) => each.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    return JSON.parse(text) as T;
  };
  await call('POST', '/api/v1/user/login', { login, password: DEMO_PASSWORD });
  return call;
}

/** Returns the action and the fields of the only form on a page. */
function formOf(html: string): { action: string; fields: URLSearchParams } {
  const plain = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const action = plain(/<form method="post" action="([^"]*)"/.exec(html)?.[1] ?? '');
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    plain(value!),
  ]);
  return { action, fields: new URLSearchParams(fields) };
}

/** Returns the times that the portal takes for the two requests of an LTI launch: login and launch. */
async function launches(platform: LearningPlatform, rounds: number): Promise<{ login: number[]; launch: number[] }> {
  const found = { login: [] as number[], launch: [] as number[] };
  for (let i = -5; i < rounds; i++) {
    const begin = formOf(await (await fetch(`http://${platform.host}/start`)).text());
    let start = performance.now();
    const sent = await fetch(begin.action, { method: 'POST', body: begin.fields, redirect: 'manual' });
    const login = since(start);
    await sent.arrayBuffer();
    const back = formOf(await (await fetch(sent.headers.get('location')!)).text());
    start = performance.now();
    const come = await fetch(back.action, { method: 'POST', body: back.fields, redirect: 'manual' });
    const launch = since(start);
    await come.arrayBuffer();
    if (come.status !== 303) throw new Error(`the launch returned ${come.status}`);
    if (i < 0) continue;
    found.login.push(login);
    found.launch.push(launch);
  }
  return found;
}

async function registerPlatform(portal: Portal, platform: LearningPlatform): Promise<void> {
  const teacher = await asPerson(portal.url, 'teacher');
  const admin = await asPerson(portal.url, 'districtAdmin');
  const { school_id } = await teacher<{ school_id: string }>('GET', '/api/v1/user/userinfo');
  const { name, issuer, client_id, deployment, auth_url, token_url, jwks_url } = platform;
  await admin('POST', '/api/v1/lti/platforms', { name, issuer, client_id, deployment, auth_url, token_url, jwks_url, school_id });
}

export async function otherSystemsBench(records: number): Promise<void> {
  const load = describeLoad();
  const { server, host } = await startRepository(records);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const platform = await startLearningPlatform(url);
  const env = { PORT: String(port), PUBLIC_URL: url, INTRANET_HOSTS: `${host},${platform.host}` };
  const portal = await startPortal({ config: { Katalog: true, SearchNotLoggedIn: true }, env });
  try {
    await registerPlatform(portal, platform);
    const search = `${url}/api/v1/media/search?q=Wasser`;
    const quiet = await timesOf(search, (asked) => asked >= ROUNDS);
    let done = false;
    const start = performance.now();
    const args = ['harvest', `http://${host}/oai`, '--format', 'oai_dc', '--prefix', 'bench-', '--licence', 'free'];
    const harvest = runPortalCommand(portal.dataDir, args, { INTRANET_HOSTS: `${host},${platform.host}` }).finally(() => (done = true));
    const busy = await timesOf(search, () => done);
    await harvest;
    const took = since(start) / 1_000;
    const oai = await timesOf(`${url}/oai?verb=ListRecords&metadataPrefix=oai_dc`, (asked) => asked >= ROUNDS);
    const following = await pageTimesOf(`${url}/oai`, ROUNDS);
    const lom = await timesOf(`${url}/oai?verb=ListRecords&metadataPrefix=oai_lom-de`, (asked) => asked >= ROUNDS);
    const { login, launch } = await launches(platform, ROUNDS);
    storeTable({
      name: `other-systems-${records}`,
      title: `Other systems, a repository of ${records.toLocaleString('en')} records, ms`,
      head: ['what', 'count', 'p50', 'p95', 'max'],
      rows: [
        toTableRow('a search, nothing else', quiet),
        toTableRow('a search, beside the harvest', busy),
        toTableRow('OAI-PMH, first page of 100, Dublin Core', oai),
        toTableRow('OAI-PMH, each of the next pages, Dublin Core', following),
        toTableRow('OAI-PMH, first page of 100, LOM-DE', lom),
        toTableRow('LTI, sent to the platform', login),
        toTableRow('LTI, let in', launch),
      ],
      notes: [
        `The harvest took ${took.toFixed(1)} s, ${Math.round(records / took)} records per second, until the search found all of them.`,
        'Goals: 100,000 records in 60 s; an OAI page ≤ 50 ms at a million; a launch ≤ 50 ms of server time.',
        load,
        'Embedded database, demo school; repository, platform and client share the machine.',
      ],
    });
  } finally {
    await portal.stop();
    await platform.stop();
    server.close();
  }
}
