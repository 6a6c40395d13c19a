/** Compares the relevance of the search on the demo catalogue with plain BM25. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frontendConfig } from '@fundus/contract/config';
import { plainBm25 } from '@fundus/search/relevance/plain';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeLog } from '@fundus/server/log';
import { openPortal, type OpenPortal } from '@fundus/server/portal';
import { JUDGED, JUDGED_QUESTIONS } from './judged.ts';

type Kind = keyof typeof JUDGED;
const KINDS = Object.keys(JUDGED) as Kind[];
const HARD: readonly Kind[] = ['compound', 'variant', 'typo', 'umlaut'];

type Medium = { id: string; title: string; keywords: string; text: string };
let dataDir: string;
let opened: OpenPortal;
let media: Medium[];
let plain: (query: string) => string[];
/** Titles by identifier of the medium, without versions. */
let titles: Map<string, string>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fundus-relevance-'));
  opened = await openPortal(
    {
      dataDir,
      databaseUrl: undefined,
      config: frontendConfig({ VectorSearch: true }),
      demo: true,
      sessionSecret: 's'.repeat(40),
      searchWorkers: 1,
    },
    makeLog('silent'),
  );
  const rows = await opened.portal.db
    .selectFrom('media_item')
    .select(['media_item.identifier', 'media_item.fn_titel', 'media_item.fn_schlag', 'media_item.fn_kurztext', 'media_item.fn_text'])
    .execute();
  media = rows.map((row) => {
    const keywords = row.fn_schlag.join(' | ');
    return { id: row.identifier, title: row.fn_titel, keywords, text: `${row.fn_titel} ${row.fn_kurztext} ${row.fn_text} ${keywords}` };
  });
  plain = plainBm25(media);
  titles = new Map(media.map(({ id, title }) => [id, title.replace(/ (\(.*\)|– in Leichter Sprache)$/, '')]));
  await vi.waitFor(() => expect(opened.portal.search.status().meaning).toBe(true), { timeout: 120_000 });
});
afterAll(async () => {
  await opened.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const gain = (grades: readonly number[]): number =>
  grades.slice(0, 10).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);

const gradesOf = (about: RegExp): Map<string, number> =>
  new Map(media.flatMap(({ id, title, keywords }) => (about.test(title) ? [[id, 3]] : about.test(keywords) ? [[id, 2]] : [])));

type Finder = (q: string) => Promise<string[]> | string[];
const find =
  (method: 'search' | 'semantic'): Finder =>
  async (q) =>
    (await opened.portal.search[method]({ q, visible: ['catalogue'], limit: 50 })).hits.map((hit) => hit.id);

/** Returns the mean nDCG@10 of all queries of a kind. */
async function measure(kind: Kind, finder: Finder): Promise<number> {
  let sum = 0;
  for (const [q, about] of JUDGED[kind]) {
    const grades = gradesOf(about);
    const found = await finder(q);
    sum += gain(found.map((id) => grades.get(id) ?? 0)) / gain([...grades.values()].sort((a, b) => b - a));
  }
  return sum / JUDGED[kind].length;
}

test('contains at least sixty queries with judged results', () => {
  const all = KINDS.flatMap((kind) => JUDGED[kind]);
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(all.filter(([, about]) => gradesOf(about).size === 0).map(([q]) => q)).toEqual([]);
});

describe('nDCG@10', () => {
  test.each(KINDS)('is not lower than that of plain BM25 for %s queries', async (kind) => {
    const [ours, theirs] = [await measure(kind, find('search')), await measure(kind, plain)];
    expect(ours, `plain BM25 has ${theirs.toFixed(3)}`).toBeGreaterThanOrEqual(theirs + (HARD.includes(kind) ? 0.1 : 0));
  });
});

test.each([
  ['Wasser', 'Der Wasserkreislauf'],
  ['Bruch', 'Brüche addieren'],
  ['Klima', 'Klimadiagramme lesen'],
  ['Kreislauf', 'Der Wasserkreislauf'],
])('returns a medium with the exact title among the first four hits: %s → %s', async (q, title) => {
  expect((await find('search')(q)).slice(0, 4).map((id) => titles.get(id))).toContain(title);
});

test('ranks a compound title above a longer title', async () => {
  const found = (await find('search')('Wasser')).map((id) => titles.get(id));
  expect(found.slice(0, 2)).toEqual(['Der Wasserkreislauf', 'Wasser unter der Lupe']);
});

test.each([
  ['Photosynthese', 'Photosynthese'],
  ['wasserk', 'Der Wasserkreislauf'],
])('suggests a medium by its name: %s → %s', async (q, title) => {
  const found = await opened.portal.search.suggest({ q, visible: ['catalogue'], fields: ['fn_titel', 'fn_schlag', 'subjects'], limit: 8 });
  expect(found.filter(({ id }) => id !== undefined).map(({ text }) => text)).toContain(title);
});

describe('questions that share no words with their results', () => {
  /** Returns the titles of the hits in order, each only once. */
  const titlesOf = async (finder: Finder, q: string): Promise<string[]> => [...new Set((await finder(q)).map((id) => titles.get(id)!))];

  /** Returns the mean nDCG@10 and recall@20 of all questions. */
  async function measureQuestions(finder: Finder): Promise<{ ndcg: number; recall: number }> {
    const sum = { ndcg: 0, recall: 0 };
    for (const [q, ...good] of JUDGED_QUESTIONS) {
      const found = await titlesOf(finder, q);
      sum.ndcg += gain(found.map((title) => (good.includes(title) ? 1 : 0))) / gain(good.map(() => 1));
      sum.recall += good.filter((title) => found.slice(0, 20).includes(title)).length / good.length;
    }
    return { ndcg: sum.ndcg / JUDGED_QUESTIONS.length, recall: sum.recall / JUDGED_QUESTIONS.length };
  }

  test('refer only to titles in the demo', () => {
    const known = new Set(titles.values());
    expect(JUDGED_QUESTIONS.flatMap(([, ...good]) => good).filter((title) => !known.has(title))).toEqual([]);
  });

  test.each(['search', 'semantic'] as const)('have a better ranking and recall than plain BM25 with %s', async (method) => {
    const [ours, theirs] = [await measureQuestions(find(method)), await measureQuestions(plain)];
    expect(ours.ndcg).toBeGreaterThan(theirs.ndcg + 0.1);
    expect(ours.recall).toBeGreaterThan(theirs.recall + 0.1);
  });

  test.each([
    ['Photosynthese', 'Wie wird aus Licht Zucker'],
    ['Sechs Namen', 'Verfolgung der Juden'],
  ])('rank the medium "%s" among the first two results for "%s"', async (title, q) => {
    expect((await titlesOf(find('semantic'), q)).slice(0, 2)).toContain(title);
  });
});
