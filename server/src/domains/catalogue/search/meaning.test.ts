import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue, FACETS, MediaRecord, type MediaRecordInput } from '@fundus/contract/catalogue/catalogue';
import { frontendConfig } from '@fundus/contract/config';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeHome } from '../../../testing/database-template.ts';
import { embeddingServer, type EmbeddingServer } from '../../../testing/systems/embedding-server.ts';
import { makeLog } from '../../../log.ts';
import { openPortal, type OpenPortal } from '../../../portal.ts';
import { ingest } from '../index.ts';
import { pupil, teacher, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';

const film = (identifier: string, fn_titel: string, more: Partial<MediaRecordInput> = {}): MediaRecordInput => ({
  identifier,
  fn_titel,
  fn_typ: '49',
  fn_sprache: ['de'],
  ...more,
});

/** Subjects and vocabularies of ninety films in three themes that share no words. */
const THEMES: Record<string, string[]> = {
  '220': ['Vulkan', 'Lava', 'Magma', 'Krater', 'Ausbruch', 'Asche', 'Erdkruste'],
  '080': ['Fotosynthese', 'Blatt', 'Chlorophyll', 'Zucker', 'Wurzel', 'Licht', 'Stärke'],
  '420': ['Geige', 'Orchester', 'Melodie', 'Konzert', 'Dirigent', 'Noten', 'Klavier'],
};
const RECORDS: MediaRecordInput[] = Object.entries(THEMES).flatMap(([subject, words]) =>
  Array.from({ length: 30 }, (_, i) => {
    const of = (n: number): string => words[(i * 3 + n * (1 + (i % 3))) % words.length]!;
    return film(`M-${subject}-${i}`, `${of(0)} und ${of(1)}`, {
      fn_kurztext: `${of(2)} und ${of(3)}`,
      fn_geb: [subject],
      fn_adressat: [`A(${5 + (i % 4)})`],
      ...(i % 10 === 0 && { licences: [{ scope: 'school', target: 'school-b' }] }),
    });
  }),
);

describe('search by meaning with a model learned from the catalogue', () => {
  let portal: TestPortal;
  let browser: Caller;
  beforeAll(async () => {
    portal = await testPortal({ VectorSearch: true });
    await portal.store(...RECORDS);
    browser = await portal.as(teacher());
    // Without search threads, the model is trained when the first query needs it.
    await portal.portal.search.semantic({ q: 'Zucker', visible: [] });
    expect(portal.portal.search.status().meaning).toBe(true);
  });
  afterAll(() => portal.close());

  test('finds media that contain none of the words', async () => {
    const words = await browser.call(catalogue.search, { query: { q: 'Zucker', limit: 100 } });
    const reply = await browser.call(catalogue.vectorSearch, { query: { q: 'Zucker', limit: 100 } });
    expect(reply).toMatchObject({ meaning: true, words: ['Zucker'], offset: 0, limit: 100, partialTotal: 0 });
    expect(reply.notice).toBeUndefined();
    expect(reply.total).toBeGreaterThan(words.total);
    expect(reply.items).toHaveLength(reply.total);
    expect(reply.items.every((item) => item.identifier.startsWith('M-080'))).toBe(true);
    expect(reply.items.some((item) => /0$/.test(item.identifier.slice(6)))).toBe(false);
    const meant = reply.items.find((item) => !JSON.stringify([item.fn_titel, item.fn_kurztext]).includes('Zucker'))!.meant!;
    expect(meant.similarity).toBeGreaterThan(0.3);
    expect(meant.near.length).toBeGreaterThan(0);
    for (const word of meant.near) expect(THEMES['080']).toContain(word);
  });

  test('accepts the same parameters as the word search', async () => {
    const query = { q: 'Zucker', c: 'media' as const, filter_fn_adressat: 'A(6)*', limit: 3, offset: 1 };
    const all = await browser.call(catalogue.vectorSearch, { query: { ...query, limit: 100, offset: 0 } });
    const page = await browser.call(catalogue.vectorSearch, { query });
    expect(page.items.map((item) => item.identifier)).toEqual(all.items.slice(1, 4).map((item) => item.identifier));
    expect(all.items.every((item) => item.fn_adressat.includes('A(6)'))).toBe(true);
    const titles = (await browser.call(catalogue.vectorSearch, { query: { q: 'Zucker', sort: 'title', limit: 100 } })).items.map(
      (i) => i.fn_titel,
    );
    expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'de')));
    expect((await browser.call(catalogue.vectorSearch, { query: { q: 'Zucker', c: 'books' } })).total).toBe(0);
    expect(await browser.call(catalogue.vectorSearch, { query: {} })).toMatchObject({ total: 81, words: [], meaning: false });
  });

  test('returns filter counts equal to the totals of the filtered searches', async () => {
    for (const f of FACETS) {
      const { values } = await browser.call(catalogue.vectorDistinct, { query: { q: 'Licht und Geige', f } });
      expect(values.length).toBeGreaterThan(0);
      for (const { value, count, label } of values) {
        expect(label).not.toBe('');
        const filtered = await browser.call(catalogue.vectorSearch, {
          query: { q: 'Licht und Geige', [`filter_${f}`]: `${value}${f === 'fn_typ' ? '' : '*'}` },
        });
        expect([f, value, filtered.total]).toEqual([f, value, count]);
      }
    }
  });

  test('rejects requests if the feature is disabled or the user has no access to the search', async () => {
    await expect(portal.guest().call(catalogue.vectorSearch, { query: { q: 'Zucker' } })).rejects.toMatchObject({ code: 'login_required' });
    await expect(portal.guest().call(catalogue.vectorDistinct, { query: { q: 'Zucker', f: 'fn_geb' } })).rejects.toMatchObject({
      status: 401,
    });
    expect((await (await portal.as(pupil())).call(catalogue.vectorSearch, { query: { q: 'Zucker' } })).total).toBeGreaterThan(0);
    portal.portal.config = { ...portal.portal.config, SearchNotLoggedIn: true };
    expect((await portal.guest().call(catalogue.vectorSearch, { query: { q: 'Zucker' } })).meaning).toBe(true);
    portal.portal.config = { ...portal.portal.config, VectorSearch: false };
    await expect(browser.call(catalogue.vectorSearch, { query: { q: 'Zucker' } })).rejects.toMatchObject({ code: 'feature_disabled' });
    portal.portal.config = { ...portal.portal.config, VectorSearch: true, SearchNotLoggedIn: false };
  });

  test.each([
    ['offset=10001', 'offset'],
    ['limit=0', 'limit'],
    ['sort=best', 'sort'],
    ['c=films', 'c'],
  ])('rejects %s and names the parameter', async (query, field) => {
    const reply = await browser.inject({ method: 'GET', url: `/api/v1/media/search/vector?q=Zucker&${query}` });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ error: { code: 'validation_failed', field } });
  });

  test.each(['"', 'Zucker "', '-Zucker', '\u0000\u0007', '*', 'fn_titel:', '🌋', 'م', 'x '.repeat(900), "'; drop table media_item; --"])(
    'replies without an error to the question %j',
    async (q) => {
      const url = `/api/v1/media/search/vector?q=${encodeURIComponent(q)}`;
      expect((await browser.inject({ method: 'GET', url })).statusCode).toBe(200);
      expect((await browser.inject({ method: 'GET', url: `${url.replace('vector', 'vector/distinct')}&f=fn_geb` })).statusCode).toBe(200);
    },
  );

  test('returns similar media by meaning', async () => {
    const { items } = await browser.call(catalogue.similar, { params: { identifier: 'M-420-1' } });
    expect(items.length).toBeGreaterThan(4);
    expect(items.every((item) => item.identifier.startsWith('M-420'))).toBe(true);
  });
});

test('reports that the catalogue is too small for a model', async () => {
  const portal = await testPortal({ VectorSearch: true });
  await portal.store(...RECORDS.slice(0, 9));
  const browser = await portal.as(teacher());
  const reply = await browser.call(catalogue.vectorSearch, { query: { q: 'Lava' } });
  expect(reply).toMatchObject({ meaning: false, notice: 'learning' });
  expect(reply.total).toBeGreaterThan(0);
  await portal.close();
});

describe('search by meaning with an external language model', () => {
  let server: EmbeddingServer;
  let portal: TestPortal;
  let browser: Caller;
  const embedding = () => ({ url: server.url, model: 'themes', key: undefined, module: undefined, questionPrefix: '', recordPrefix: '' });
  const media = [
    film('E-1', 'Fotosynthese', { fn_kurztext: 'Was im Blatt geschieht' }),
    film('E-2', 'Der Krater', { fn_kurztext: 'Lava fließt' }),
    film('E-3', 'Das Konzert', { fn_kurztext: 'Geige und Orchester' }),
    film('E-4', 'Die Pflanze im Licht'),
    film('E-5', 'Konzert in der anderen Schule', { licences: [{ scope: 'school', target: 'school-b' }] }),
  ];
  const first = async (q: string): Promise<string | undefined> =>
    (await browser.call(catalogue.vectorSearch, { query: { q } })).items[0]?.identifier;

  beforeAll(async () => {
    server = await embeddingServer();
    portal = await testPortal({ VectorSearch: true }, { embedding: embedding() });
    await portal.store(...media);
    browser = await portal.as(teacher());
    await vi.waitFor(async () => expect(await portal.follower.embeddings!.progress()).toEqual({ done: 5, all: 5 }), { timeout: 120_000 });
    await portal.follower.embeddings!.idle();
    await portal.follower.catchUp();
  });
  afterAll(async () => {
    await portal.close();
    await server.close();
  });

  test('embeds media in the background without sending their licences', async () => {
    const sent = server.requests.flatMap((request) => request.texts);
    expect(sent).toHaveLength(5);
    expect(sent.find((text) => text.startsWith('Fotosynthese'))).toBe('Fotosynthese\nWas im Blatt geschieht');
    expect(sent.join()).not.toContain('school-b');
  });

  test('finds a medium by meaning that contains none of the words', async () => {
    const reply = await browser.call(catalogue.vectorSearch, { query: { q: 'Woraus wird Zucker' } });
    expect(reply).toMatchObject({ meaning: true, words: [] });
    expect(
      reply.items
        .map((item) => item.identifier)
        .slice(0, 2)
        .sort(),
    ).toEqual(['E-1', 'E-4']);
    expect(reply.items[0]!.meant!.similarity).toBeGreaterThan(0.9);
    expect(await first('Feuer speiender Berg')).toBe('E-2');
    const music = await browser.call(catalogue.vectorSearch, { query: { q: 'Klang' } });
    expect(music.items[0]!.identifier).toBe('E-3');
    expect(music.items.some((item) => item.identifier === 'E-5')).toBe(false);
  });

  test('requests the embedding of a question once for results and filters', async () => {
    const before = server.requests.length;
    await browser.call(catalogue.vectorSearch, { query: { q: 'Klang im Saal' } });
    for (const f of FACETS) await browser.call(catalogue.vectorDistinct, { query: { q: 'Klang im Saal', f } });
    expect(server.requests.length).toBe(before + 1);
  });

  test('embeds a changed medium again only if its text has changed', async () => {
    await portal.store({ ...media[1]!, fn_titel: 'Das Konzert am Abend', fn_kurztext: 'Mit Geige' });
    await vi.waitFor(
      async () => expect((await browser.call(catalogue.similar, { params: { identifier: 'E-3' } })).items[0]?.identifier).toBe('E-2'),
      { timeout: 120_000 },
    );
    await portal.follower.embeddings!.idle();
    const before = server.requests.length;
    await portal.store({ ...media[0]!, recommended: true });
    await vi.waitFor(async () => expect(await portal.follower.embeddings!.progress()).toEqual({ done: 5, all: 5 }), { timeout: 120_000 });
    expect(server.requests.length).toBe(before);
  });

  test('falls back to words with a notice if the model does not respond within five seconds', async () => {
    server.behaviour = 'silent';
    const started = performance.now();
    const reply = await browser.call(catalogue.vectorSearch, { query: { q: 'Konzert bei Nacht' } });
    const took = performance.now() - started;
    expect(took).toBeGreaterThan(4_500);
    expect(reply).toMatchObject({ meaning: false, notice: 'unreachable', words: ['Konzert'] });
    expect(reply.items.map((item) => item.identifier)).toContain('E-3');
    const before = server.requests.length;
    expect(await browser.call(catalogue.vectorSearch, { query: { q: 'Konzert am Tag' } })).toMatchObject({ notice: 'unreachable' });
    expect(server.requests.length).toBe(before);
    const counts = await browser.call(catalogue.vectorDistinct, { query: { q: 'Konzert am Tag', f: 'fn_typ' } });
    expect(counts.values[0]!.count).toBeGreaterThan(0);
  });
});

test('continues to search if the model returns vectors of another length', async () => {
  const server = await embeddingServer();
  const embedding = { url: server.url, model: 'themes', key: undefined, module: undefined, questionPrefix: '', recordPrefix: '' };
  const portal = await testPortal({ VectorSearch: true }, { embedding });
  const warnings: unknown[] = [];
  portal.portal.log.warn = ((about: unknown) => void warnings.push(about)) as never;
  await portal.store(film('D-1', 'Fotosynthese'));
  await vi.waitFor(async () => expect(await portal.follower.embeddings!.progress()).toEqual({ done: 1, all: 1 }), { timeout: 120_000 });
  server.behaviour = 'longer';
  await portal.store(film('D-2', 'Das Orchester'));
  await vi.waitFor(() => expect(JSON.stringify(warnings)).toContain('9 dimensions instead of 8'), { timeout: 120_000 });
  expect(await portal.follower.embeddings!.progress()).toEqual({ done: 1, all: 2 });
  const browser = await portal.as(teacher());
  const reply = await browser.call(catalogue.vectorSearch, { query: { q: 'Orchester' } });
  expect(reply.items.map((item) => item.identifier)).toContain('D-2');
  server.behaviour = 'good';
  // Starts the worker, which would retry later in production.
  portal.follower.embeddings!.wake();
  await vi.waitFor(async () => expect(await portal.follower.embeddings!.progress()).toEqual({ done: 2, all: 2 }), { timeout: 120_000 });
  await portal.close();
  await server.close();
});

test('reuses stored embeddings after a restart', async () => {
  const server = await embeddingServer();
  const { drop, ...home } = await makeHome(mkdtempSync(join(tmpdir(), 'fundus-places-')));
  const open = (model: string) =>
    openPortal(
      {
        databaseUrl: undefined,
        ...home,
        config: frontendConfig({ VectorSearch: true }),
        demo: false,
        sessionSecret: 's'.repeat(40),
        searchWorkers: 1,
        embedding: { url: server.url, model, key: undefined, module: undefined, questionPrefix: '', recordPrefix: '' },
      },
      makeLog('silent'),
    );
  const done = (portal: OpenPortal, all: number) =>
    vi.waitFor(async () => expect(await portal.follower.embeddings!.progress()).toEqual({ done: all, all }), { timeout: 120_000 });
  const nearest = async ({ portal }: OpenPortal): Promise<string | undefined> =>
    (await portal.search.semantic({ q: 'Zucker', vector: await portal.questions!('Zucker'), visible: ['all'] })).hits[0]?.id;

  const before = await open('one');
  await before.portal.db.transaction().execute((trx) =>
    ingest(
      trx,
      [film('R-1', 'Fotosynthese'), film('R-2', 'Das Orchester')].map((r) => MediaRecord.parse(r)),
      { today: '2026-01-01' },
    ),
  );
  await before.follower.catchUp();
  await done(before, 2);
  await before.follower.embeddings!.idle();
  await before.follower.catchUp();
  const visible = await nearest(before);
  await before.close();

  server.requests.length = 0;
  const again = await open('one');
  await again.follower.embeddings!.idle();
  expect(server.requests).toEqual([]);
  expect(visible).toBe('R-1');
  expect(await nearest(again)).toBe(visible);
  await again.close();

  const other = await open('two');
  await done(other, 2);
  await other.follower.embeddings!.idle();
  const spaces = await other.portal.db
    .selectFrom('embedding_space')
    .select(['embedding_space.space', 'embedding_space.dimensions'])
    .execute();
  expect(spaces).toEqual([{ space: 'http two', dimensions: 8 }]);
  await other.close();
  await server.close();
  await drop();
  rmSync(home.dataDir, { recursive: true, force: true });
});
