/** What teachers type, on the demo catalogue: the engine against plain BM25. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frontendConfig } from '@fundus/contract/config';
import { plainBm25 } from '@fundus/search/relevance/plain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeLog } from '../log.ts';
import { openPortal, type OpenPortal } from '../portal.ts';

/** A query and a pattern: titles that match are about it (3), keywords that match too (2). */
type Judged = readonly [query: string, about: RegExp];

const JUDGED: Record<'compound' | 'variant' | 'typo' | 'umlaut' | 'inflection' | 'phrase' | 'plain', readonly Judged[]> = {
  compound: [
    ['Kreislauf des Wassers', /wasserkreislauf/i],
    ['Berufswahl', /berufswahl/i],
    ['Wahl des Berufs', /berufswahl|berufsorientierung/i],
    ['Stoffwechsel der Pflanze', /stoffwechsel|photosynthese/i],
    ['Gerät zum Mikroskopieren', /mikroskop/i],
    ['Instrumente bauen', /instrumentenbau|instrumente selbst bauen/i],
    ['Gesundheitsschutz', /gesundheit/i],
    ['Industriegeschichte', /industrie|technikgeschichte/i],
    ['Kindermärchen', /märchen/i],
    ['Katastrophe in der Natur', /naturkatastrophe|tsunami|erdbeben/i],
    ['Sonnensystem', /sonnensystem/i],
    ['Arbeitsmarkt', /arbeitsmarkt|arbeitslosigkeit/i],
    ['Kraftfahrzeug Bremse', /bremse|kfz/i],
    ['Wörterbuch Bilder', /bildwörterbuch|bildkarten/i],
  ],
  variant: [
    ['Fotosynthese', /photosynthese|fotosynthese/i],
    ['Photosynthese', /photosynthese|fotosynthese/i],
    ['Biografie', /biogra(ph|f)ie/i],
    ['2. Weltkrieg', /(2\.|zweiter) weltkrieg/i],
    ['Erster Weltkrieg', /(1\.|erster) weltkrieg/i],
    ['Oxydation', /oxidation|redox/i],
    ['Kryptographie', /kryptogra|verschlüsselung/i],
    ['Orthographie', /rechtschreib/i],
    ['Geografie Karte', /\bkarten?\b/i],
  ],
  typo: [
    ['Vulkhan', /vulkan/i],
    ['Dinosaurir', /dinosaurier/i],
    ['Märchn', /märchen/i],
    ['Industrialiserung', /industrialisierung|industrielle/i],
    ['Mittelater', /mittelalter/i],
    ['Photosyntese', /photosynthese/i],
    ['Pytagoras', /pythagoras/i],
    ['Demokratei', /demokratie/i],
    ['Rhytmus', /rhythm/i],
    ['Datenshutz', /datenschutz/i],
    ['Elekrizität', /elektrizität|stromkreis/i],
    ['Plattentektonk', /plattentektonik/i],
    ['Globalisirung', /globalisierung/i],
    ['Wahrscheinlichkiet', /wahrscheinlich/i],
  ],
  umlaut: [
    ['Aegypten', /ägypten/i],
    ['Muell', /müll/i],
    ['Saeugetiere', /säugetier/i],
    ['Voegel', /vögel|vogel/i],
    ['Roemer', /römer|\brom\b/i],
    ['Saeuren', /säure/i],
    ['Wueste', /wüste/i],
    ['HOERSPIEL', /hörspiel/i],
  ],
  inflection: [
    ['Vulkane', /vulkan/i],
    ['Bäume', /bäume|baum\b/i],
    ['Gedichte', /gedicht|lyrik/i],
    ['Magneten', /magnet/i],
    ['Zellen', /zelle|zellkern/i],
    ['Instrument', /instrument/i],
    ['Gesteine', /gestein/i],
    ['programmieren', /programmier/i],
  ],
  phrase: [
    ['"chemisches Gleichgewicht"', /chemisches gleichgewicht/i],
    ['Französische Revolution', /französische revolution/i],
    ['Karl der Große', /karl der große|karl, genannt der große/i],
    ['künstliche Intelligenz', /künstliche intelligenz/i],
    ['freier Fall', /freier fall/i],
    ['Deutsch als Zweitsprache', /deutsch als zweitsprache|\bdaz\b/i],
    ['Leichte Sprache Vulkan', /vulkan/i],
  ],
  plain: [
    ['Goethe', /goethe/i],
    ['Blues', /blues/i],
    ['Verkehrserziehung', /verkehrserziehung/i],
    ['Doping', /doping/i],
    ['Evolution', /evolution/i],
    ['Holocaust', /holocaust/i],
    ['Python', /python/i],
    ['Börse', /börse/i],
  ],
};
type Kind = keyof typeof JUDGED;
const KINDS = Object.keys(JUDGED) as Kind[];
const HARD: readonly Kind[] = ['compound', 'variant', 'typo', 'umlaut'];

type Medium = { id: string; title: string; keywords: string; text: string };
let dataDir: string;
let opened: OpenPortal;
let media: Medium[];
let plain: (query: string) => string[];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fundus-relevance-'));
  opened = await openPortal(
    { dataDir, databaseUrl: undefined, config: frontendConfig({}), demo: true, sessionSecret: 's'.repeat(40), searchWorkers: 1 },
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
}, 60_000);
afterAll(async () => {
  await opened.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const gain = (grades: readonly number[]): number =>
  grades.slice(0, 10).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);

const gradesOf = (about: RegExp): Map<string, number> =>
  new Map(media.flatMap(({ id, title, keywords }) => (about.test(title) ? [[id, 3]] : about.test(keywords) ? [[id, 2]] : [])));

const own = async (q: string): Promise<string[]> =>
  (await opened.portal.search.search({ q, visible: ['holdings'], limit: 50 })).hits.map((hit) => hit.id);

/** Mean nDCG@10 of a kind of query. */
async function measure(kind: Kind, find: (q: string) => Promise<string[]> | string[]): Promise<number> {
  let sum = 0;
  for (const [q, about] of JUDGED[kind]) {
    const grades = gradesOf(about);
    const found = await find(q);
    sum += gain(found.map((id) => grades.get(id) ?? 0)) / gain([...grades.values()].sort((a, b) => b - a));
  }
  return sum / JUDGED[kind].length;
}

test('at least sixty queries, each with something to find', () => {
  const all = KINDS.flatMap((kind) => JUDGED[kind]);
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(all.filter(([, about]) => gradesOf(about).size === 0).map(([q]) => q)).toEqual([]);
});

describe('nDCG@10', () => {
  test.each(KINDS)('%s', async (kind) => {
    const [ours, theirs] = [await measure(kind, own), await measure(kind, plain)];
    expect(ours, `plain BM25 has ${theirs.toFixed(3)}`).toBeGreaterThanOrEqual(theirs + (HARD.includes(kind) ? 0.1 : 0));
  });
});
