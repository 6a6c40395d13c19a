import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine, OpenOptions } from './api.ts';
import { openEngine } from './engine.ts';
import { openPool } from './pool.ts';

const options: OpenOptions = {
  schema: { text: { title: { weight: 8, exact: true }, text: { weight: 1 } }, values: { type: {} }, numbers: {} },
  workers: 1,
  synonyms: [['Handy', 'Smartphone', 'mobiles Telefon']],
};
const TITLES = {
  phone: 'Smartphones im Unterricht',
  mobile: 'Das mobile Telefon',
  aid: 'Erste Hilfe für Kinder',
  rescue: 'Rettungswesen',
  telephone: 'Geschichte des Telefons',
  war: 'Der Zweite Weltkrieg',
  unity: 'Tag der Deutschen Einheit',
  october: 'Der 3. Oktober',
  climate: 'Klimawandel',
};

describe.each([
  ['in this thread', openEngine],
  ['in threads', openPool],
])('synonyms %s', (_, open) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open(options);
    await engine.apply(
      Object.entries(TITLES).map(([id, title], i) => {
        const record = { id, language: 'de', text: { title }, values: { type: ['film'] }, numbers: {}, visible: ['all'] };
        return { seq: i + 1, id, record };
      }),
    );
  });
  afterAll(() => engine.close());
  const found = async (q: string): Promise<string[]> =>
    (await engine.search({ q, visible: ['all'] })).hits.filter((hit) => !hit.partial).map((hit) => hit.id);

  it('match in both directions as one or several words', async () => {
    expect((await found('Handy')).sort()).toEqual(['mobile', 'phone']);
    expect(await found('mobiles Telefon')).toEqual(['mobile', 'phone']);
    expect(await found('mobilen Telefonen')).toEqual(['mobile', 'phone']);
    expect(await found('Telefon')).toEqual(['mobile', 'telephone']);
  });

  it('can be replaced at any time', async () => {
    const count = async (q: string): Promise<number> => (await engine.facets({ q, visible: ['all'], field: 'type' }))[0]?.count ?? 0;
    expect(await found('Rettung Dienst')).toEqual([]);
    expect(await count('Handy')).toBe(2);
    engine.setSynonyms([
      ['Erste Hilfe', 'Rettungswesen'],
      ['2. Weltkrieg', 'WWII'],
      ['Tag der Deutschen Einheit', '3. Oktober'],
    ]);
    expect(await found('Erste Hilfe')).toEqual(['aid', 'rescue']);
    expect((await found('Rettungswesens')).sort()).toEqual(['aid', 'rescue']);
    expect(await found('wwii')).toEqual(['war']);
    expect(await found('Tag der Deutschen Einheit')).toEqual(['unity', 'october']);
    expect(await found('3. Oktober')).toEqual(['october', 'unity']);
    expect(await found('Handy')).toEqual([]);
    expect(await count('Handy')).toBe(0);
  });

  it('map a term to its preferred term but not back', async () => {
    engine.setSynonyms(
      [['Handy', 'Smartphone']],
      [
        ['Fernsprecher', 'mobiles Telefon'],
        ['Erderwärmung', 'Klimawandel'],
        ['', 'Handy'],
        ['Handy', '?!'],
      ],
    );
    expect(await found('Fernsprecher')).toEqual(['mobile']);
    expect(await found('Erderwärmungen')).toEqual(['climate']);
    expect(await found('Klimawandel')).toEqual(['climate']);
    expect(await found('Handy')).toEqual(['phone']);
    engine.setSynonyms([], [['Klimawandel', 'Rettungswesen']]);
    expect((await found('Klimawandel')).sort()).toEqual(['climate', 'rescue']);
    expect(await found('Rettungswesen')).toEqual(['rescue']);
  });

  it('are ignored in groups with fewer than two different members', async () => {
    engine.setSynonyms([[], ['Klima'], ['', '?!'], ['Klimawandel', 'klimawandel']]);
    expect(await found('Klimawandel')).toEqual(['climate']);
  });

  it('match a compound written as two words', async () => {
    expect(await found('Klima Wandel')).toEqual(['climate']);
    expect(await found('Klima-Wandel')).toEqual(['climate']);
  });
});
