/**
 * Measures the search in external sources as a user sees it (docs/behaviour/external-sources.md). Local sources answer at once, late or never, and a
 * browser shows their results. The time runs from the answer of a source until its card is painted. Also checks that a hanging source does not delay
 * the others.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fundus/contract/demo';
import { accounts } from '@fundus/contract/accounts/accounts';
import { externalSources } from '@fundus/contract/external-sources/external-sources';
import { href } from '@fundus/contract/screens';
import { closeBrowser, visit } from '@fundus/e2e/browser';
import { startPortal } from '@fundus/e2e/portal';
import { makeBrowser } from '../measure/browser.ts';
import { describeLoad } from '../measure/commands.ts';
import { storeTable, percentile } from '../measure/table.ts';

const AIM = 300;
const ROUNDS = 30;
const HITS = 20;
/** Sources with different delays, so that no source waits while the card of another is painted. The slow source is last. */
const SOURCES = [
  { label: 'Archiv', after: 50 },
  { label: 'Bibliothek', after: 250 },
  { label: 'Chronik', after: 450 },
  { label: 'Datenbank', after: 700 },
  { label: 'Spätdienst', after: 2_500 },
] as const;
const SLOW = 'Spätdienst';
/** Name of a source that hangs in two of three searches. After five consecutive failures the portal would skip it. */
const HANGING = 'Warteschleife';
const hangs = (round: number): boolean => round % 3 !== 0;

type Source = { server: Server; url: string; host: string };
/** Time at which each source sent its answer, by source and query. */
type Sent = Map<string, number>;

const cardOf = (label: string, q: string): string => `${label} zu ${q}`;

/** Starts a source with the interface of MUNDO. The title of its first card contains the query. */
async function startSource(label: string, after: (q: string) => number | null, sent: Sent): Promise<Source> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const q = (JSON.parse(body) as { search: string }).search;
      const tiles = Array.from({ length: HITS }, (_, i) => ({
        identifier: `${label}-${q}-${i}`,
        title: i === 0 ? cardOf(label, q) : `${label}, Film ${i} zu ${q}`,
        description: 'Verdunstung, Wolken und Regen in sechs Schritten, mit Arbeitsblättern. '.repeat(3),
        learnResourceType: ['VIDEO'],
        language: ['Deutsch'],
        publishers: [{ name: `Haus ${label}` }],
      }));
      const wait = after(q);
      if (wait === null) return;
      setTimeout(() => {
        response.end(JSON.stringify({ tiles }));
        sent.set(cardOf(label, q), Date.now());
      }, wait);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, url: `http://${host}`, host };
}

/** Runs in the page. Records by title when the first card of each source was painted. */
function watchCards(): void {
  const seen: Record<string, number> = {};
  Object.assign(globalThis, { seenCards: seen });
  const look = () => {
    for (const heading of document.querySelectorAll('section > ul > li:first-child h3')) {
      const title = /^.* zu \S+/.exec(heading.textContent)?.[0] ?? '';
      if (title === '' || title in seen) continue;
      seen[title] = 0;
      // The first animation frame runs before the paint, so the time is taken in the second one.
      requestAnimationFrame(() => requestAnimationFrame(() => (seen[title] = Date.now())));
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true });
}

const roundOf = (q: string): number => Number(/\d+$/.exec(q)?.[0]);
/** Returns the query in lower case, as the portal sends it to the sources. */
const wordsOf = (round: number): string => `wasser${round}`;

export async function externalSourcesBench(): Promise<void> {
  const sent: Sent = new Map();
  const made = await Promise.all([
    ...SOURCES.map(({ label, after }) => startSource(label, () => after, sent)),
    startSource(HANGING, (q) => (hangs(roundOf(q)) ? null : 50), sent),
  ]);
  const load = describeLoad();
  const portal = await startPortal({ config: { ExternSearch: true }, env: { INTRANET_HOSTS: made.map(({ host }) => host).join(',') } });
  try {
    const admin = makeBrowser(() => portal.url);
    const accountOf = (kind: string) => ({ login: DEMO_ACCOUNTS.find((each) => each.kind === kind)!.login, password: DEMO_PASSWORD });
    await admin.ask(accounts.userinfo.path);
    await admin.ask(accounts.login.path, accountOf('districtAdmin'));
    // Refreshes the CSRF token, which changes on sign-in.
    await admin.ask(accounts.userinfo.path);
    // Registers the hanging source first, so that it is queried first.
    for (const [label, { url }] of [[HANGING, made.at(-1)!] as const, ...SOURCES.map(({ label }, i) => [label, made[i]!] as const)])
      await admin.ask(externalSources.create.path, { kind: 'mundo', label, address: url, enabled: true });

    const { page, leave } = await visit(portal.url);
    const info = await page.request.get(accounts.userinfo.path);
    await page.request.post(accounts.login.path, {
      headers: { 'X-CSRF-Token': info.headers()['x-csrf-token'] ?? '' },
      data: accountOf('teacher'),
    });
    await page.addInitScript(watchCards);
    const times = { quick: [] as number[], besideHanging: [] as number[], slow: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const q = wordsOf(round);
      await page.goto(href('search', {}, { q, tab: 'external' }));
      const wanted = SOURCES.map(({ label }) => cardOf(label, q));
      const shown = await page.waitForFunction(
        (titles) => {
          const { seenCards } = globalThis as unknown as { seenCards: Record<string, number> };
          return titles.every((title) => seenCards[title]) && seenCards;
        },
        wanted,
        { timeout: 15_000 },
      );
      const seen = (await shown.jsonValue()) as Record<string, number>;
      // Skips the first round, which loads and compiles code.
      if (round === 0) continue;
      for (const { label } of SOURCES) {
        const took = seen[cardOf(label, q)]! - sent.get(cardOf(label, q))!;
        times[label === SLOW ? 'slow' : hangs(round) ? 'besideHanging' : 'quick'].push(took);
      }
    }
    await leave();
    const row = (what: string, found: number[]) => [
      what,
      AIM,
      found.length,
      percentile(found, 0.5),
      percentile(found, 0.95),
      Math.max(...found),
    ];
    storeTable({
      name: 'external-sources',
      title: 'From the reply of an external source to its card on the screen',
      head: ['what', 'goal, ms', 'answers', 'p50, ms', 'p95, ms', 'longest, ms'],
      rows: [
        row('four sources that answer within 0.7 s, no other hangs', times.quick),
        row('the same beside one that never answers', times.besideHanging),
        row('one that answers after 2.5 s, beside them', times.slow),
      ],
      notes: [
        `${ROUNDS} searches of a teacher in Chromium, each on a new page, ${HITS} hits of each source. Time from the last byte of a source to the frame with its first card. The hanging source is the first on the page.`,
        `Sources, portal (embedded database) and browser share a machine. ${load}`,
      ],
    });
  } finally {
    await portal.stop();
    await closeBrowser();
    for (const { server } of made) {
      server.closeAllConnections();
      server.close();
    }
  }
}
