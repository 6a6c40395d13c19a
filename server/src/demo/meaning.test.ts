/** The AI search on the demo catalogue: questions that avoid the words of what they look for, against the search by words. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frontendConfig } from '@fundus/contract/config';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeLog } from '../log.ts';
import { openPortal, type OpenPortal } from '../portal.ts';

/** Titles that answer the question (without their versions), the best named first. */
const JUDGED: readonly (readonly [string, ...string[]])[] = [
  ['Wie wird aus Licht Zucker', 'Photosynthese', 'Licht rein, Zucker raus', 'Arbeitsblatt Photosynthese'],
  ['Verfolgung der Juden', 'Sechs Namen'],
  [
    'Wie kommt das Wasser in die Wolken',
    'Der Wasserkreislauf',
    'Der Tropfen, der nie ankommt',
    'Der Weg vom Wasser',
    'Arbeitsblatt Wasserkreislauf',
  ],
  ['Warum spuckt ein Berg Feuer', 'Wie ein Vulkan entsteht', 'Unter uns brodelt es'],
  [
    'Brüche zusammenzählen',
    'Brüche addieren',
    'Drei Viertel sind auch nur Pizza',
    'Bruch-Labor',
    'Arbeitsblatt Brüche addieren',
    'Bruchtrainer',
  ],
  ['Wie funktioniert das Herz', 'Herz und Blutkreislauf', 'Hunderttausend Schläge am Tag', 'Herzfrequenz im Blick'],
  ['Längste Seite im Dreieck', 'Der Satz des Pythagoras', 'Der Satz, den jeder kennt'],
  [
    'Strom zum Leuchten bringen',
    'Der einfache Stromkreis',
    'Strom ist kein Wasser, aber fast',
    'Stromkreis-Labor',
    'Schaltungen stecken',
    'Arbeitsblatt Stromkreis',
  ],
  ['Warum ist im Sommer länger Tag', 'Warum gibt es Jahreszeiten?', 'Sonne, Mond und Taschenlampe'],
  ['Wie neue Arten entstehen', 'Ein Schnabel für jede Nuss', 'Dinosaurier sterben nicht aus'],
  ['Pharao und Pyramide', 'Der Nil kommt, der Nil geht'],
  ['Ritter und Grundherren', 'Burg oder Klischee?', 'Drei Stände, ein Dorf'],
  ['Töne und Geräusche', 'Was ist Schall?', 'Schall sucht Wand', 'What Is Sound?'],
  ['Säure und Lauge', 'Sauer macht Brause'],
  ['Metall wird braun und bröckelt', 'Wie aus Eisen Rost wird'],
  ['Gemeinheiten im Klassenchat', 'Das Foto war nur ein Spaß', 'Beste Freundin, schlimmste Feindin'],
  ['Bundesgesetz im Parlament', 'Wie ein Gesetz entsteht', 'Ein Gesetz geht auf Reisen'],
  ['Stimmzettel und Wahlkreis', 'Erste Stimme, zweite Stimme'],
  ['Erdbeben unter dem Ozean', 'Wenn das Meer Anlauf nimmt', 'Die Erde macht sich Luft'],
  ['Luther und die Reformation', 'Worte gegen Rom'],
  ['Muslime fasten', 'Ein Monat bis zum Zuckerfest', 'Religionskoffer Judentum und Islam'],
  ['Überwintern der Tiere', 'Der Igel packt sich ein'],
  ['Kohle und Fabriken im 19. Jahrhundert', 'Dampf und Ruß'],
  ['Erderwärmung', '1,5 Grad und der Rest der Welt', 'Arktis ohne Eis?'],
];

let dataDir: string;
let opened: OpenPortal;
let titles: Map<string, string>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fundus-meaning-'));
  const config = frontendConfig({ VectorSearch: true });
  opened = await openPortal(
    { dataDir, databaseUrl: undefined, config, demo: true, sessionSecret: 's'.repeat(40), searchWorkers: 1 },
    makeLog('silent'),
  );
  const rows = await opened.portal.db.selectFrom('media_item').select(['media_item.identifier', 'media_item.fn_titel']).execute();
  titles = new Map(rows.map((row) => [row.identifier, row.fn_titel.replace(/ (\(.*\)|– in Leichter Sprache)$/, '')]));
  await vi.waitFor(() => expect(opened.portal.search.status().meaning).toBe(true), { timeout: 40_000 });
}, 90_000);
afterAll(async () => {
  await opened.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Titles in their order, each once: versions of a medium are one answer. */
async function answer(method: 'search' | 'semantic', q: string): Promise<string[]> {
  const { hits } = await opened.portal.search[method]({ q, visible: ['holdings'], limit: 50 });
  return [...new Set(hits.map((hit) => titles.get(hit.id)!))];
}

const gain = (found: readonly number[]): number => found.slice(0, 10).reduce((sum, good, i) => sum + good / Math.log2(i + 2), 0);

async function measure(method: 'search' | 'semantic'): Promise<{ ndcg: number; recall: number }> {
  const sum = { ndcg: 0, recall: 0 };
  for (const [q, ...good] of JUDGED) {
    const found = await answer(method, q);
    const hits = found.map((title) => (good.includes(title) ? 1 : 0));
    sum.ndcg += gain(hits) / gain(good.map(() => 1));
    sum.recall += good.filter((title) => found.slice(0, 20).includes(title)).length / good.length;
  }
  return { ndcg: sum.ndcg / JUDGED.length, recall: sum.recall / JUDGED.length };
}

test('every judged title is in the demo', () => {
  const known = new Set(titles.values());
  expect(JUDGED.flatMap(([, ...good]) => good).filter((title) => !known.has(title))).toEqual([]);
});

test('gains clearly over words, in rank and in what is found at all', async () => {
  const words = await measure('search');
  const meaning = await measure('semantic');
  expect(meaning.ndcg).toBeGreaterThan(words.ndcg + 0.05);
  expect(meaning.recall).toBeGreaterThan(words.recall + 0.05);
});

test.each([
  ['Wie wird aus Licht Zucker', 'Photosynthese'],
  ['Verfolgung der Juden', 'Sechs Namen'],
])('%s → %s', async (q, title) => {
  expect((await answer('semantic', q)).slice(0, 2)).toContain(title);
});
