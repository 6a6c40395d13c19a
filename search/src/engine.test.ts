import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, Schema, SearchRecord } from './api.ts';
import { openEngine } from './engine.ts';

const schema: Schema = {
  text: { title: { weight: 10, exact: true }, keywords: { weight: 4 }, text: { weight: 1 } },
  values: { subject: { tree: true }, language: {}, type: {} },
  numbers: { year: {} },
};

function record(id: string, title: string, more: Partial<SearchRecord> & { keywords?: string[]; about?: string } = {}): SearchRecord {
  const { keywords = [], about = '', ...rest } = more;
  return { id, language: 'de', text: { title, keywords, text: about }, values: {}, numbers: {}, visible: ['all'], ...rest };
}

async function engineWith(
  records: readonly SearchRecord[],
  options: { synonyms?: string[][]; vocabulary?: string[] } = {},
): Promise<Engine> {
  const engine = await openEngine({ schema, ...options });
  await engine.apply(records.map((each, i) => ({ seq: i + 1, id: each.id, record: each })));
  return engine;
}

/** Returns the identifiers of the records that match all words. */
async function ids(engine: Engine, q: string): Promise<string[]> {
  return (await engine.search({ q, visible: ['all'] })).hits.filter((hit) => !hit.partial).map((hit) => hit.id);
}

describe('search', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await engineWith(
      [
        record('apple', 'Äpfel und Birnen'),
        record('war', 'Phasen des Zweiten Weltkriegs'),
        record('film', 'Ein Weltkriegsfilm im Unterricht'),
        record('photo', 'Photosynthese der Pflanzen'),
        record('rat', 'Das Rathaus'),
        record('exact', 'Pflanzen'),
        record('english', 'Learning about houses', { language: 'en' }),
        record('arabic', 'كتاب الرياضيات 🚀'),
      ],
      { vocabulary: ['Krieg', 'Welt', 'Film', 'Weltkrieg'], synonyms: [['Rathaus', 'Stadtverwaltung']] },
    );
  });

  it.each([
    ['Apfel', ['apple']],
    ['aepfel', ['apple']],
    ['2. Weltkrieg', ['war']],
    ['Weltkrieg', ['war', 'film']],
    ['Film Weltkrieg', ['film']],
    ['Fotosynthese', ['photo']],
    ['Stadtverwaltung', ['rat']],
    ['house', ['english']],
    ['كتاب', ['arabic']],
    ['🚀', ['arabic']],
    ['"phasen des zweiten"', ['war']],
    ['"zweiten phasen"', []],
    ['Weltkrieg -film', ['war', 'film']],
    ['Weltkrieg -weltkriegsfilm', ['war']],
    ['title:pflanzen', ['exact', 'photo']],
    ['text:pflanzen', []],
    ['pflan*', ['exact', 'photo']],
    ['?!', []],
  ])('for the query %s, returns %j', async (q, expected) => {
    expect(await ids(engine, q)).toEqual(expected);
  });

  it('returns partial matches after full matches', async () => {
    const answer = await engine.search({ q: 'Film Weltkrieg', visible: ['all'] });
    expect(answer).toMatchObject({ total: 1, partialTotal: 1 });
    expect(answer.hits.map(({ id, partial }) => [id, partial])).toEqual([
      ['film', false],
      ['war', true],
    ]);
  });

  it('corrects a typing error if nothing else matches', async () => {
    const answer = await engine.search({ q: 'rathuas', visible: ['all'] });
    expect(answer.hits.map((hit) => hit.id)).toEqual(['rat']);
    expect(answer.corrected).toBe('Rathaus');
  });

  it('ranks titles that begin with the query highest', async () => {
    const named = await engineWith([
      record('a', 'Das Hemd und der Regen', { about: 'Baumwolle' }),
      record('b', 'Der Regenbogen', { about: 'Regen und Licht' }),
      record('c', 'Regen', {}),
      record('d', 'Licht und Schatten', { about: 'Licht vor dem Regen' }),
      ...Array.from({ length: 6 }, (_, i) => record(`e${i}`, `Bogen ${i} spannen`, { about: 'Bogen' })),
    ]);
    expect((await named.search({ q: 'Regen', visible: ['all'] })).hits.map((hit) => hit.id)).toEqual(['c', 'b', 'a', 'd']);
    await named.close();
  });

  it('returns only visible records', async () => {
    expect((await engine.search({ q: 'Rathaus', visible: ['school:1'] })).total).toBe(0);
  });

  it('highlights matching words', async () => {
    const answer = await engine.search({ q: 'weltkrieg', visible: ['all'], highlight: ['title'] });
    expect(answer.hits[0]!.highlight!.title).toEqual([
      { text: 'Phasen des Zweiten ', mark: false },
      { text: 'Weltkriegs', mark: true },
    ]);
    expect(answer.hits[1]!.highlight!.title!.find((piece) => piece.mark)).toEqual({ text: 'Weltkriegsfilm', mark: true });
  });
});

describe('completions and similar records', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await engineWith([
      record('a', 'Vulkane', { keywords: ['Vulkan', 'Magma', 'Erdkunde'] }),
      record('b', 'Vulkane der Eifel', { keywords: ['Vulkan', 'Eifel'] }),
      record('c', 'Erdbeben', { keywords: ['Erdkunde'] }),
      record('d', 'Vulkanisches Gestein', { keywords: ['Vulkan', 'Magma'], visible: ['school:1'] }),
    ]);
  });

  it('are ranked by the number of visible records', async () => {
    const ask = (q: string, visible: string[]) => engine.suggest({ q, visible, fields: ['title', 'keywords'] });
    expect(await ask('VUL', ['all'])).toEqual([
      { text: 'Vulkan', field: 'keywords', count: 2 },
      { text: 'Vulkane', field: 'title', count: 1, id: 'a' },
      { text: 'Vulkane der Eifel', field: 'title', count: 1, id: 'b' },
    ]);
    expect((await ask('vulkan', ['all', 'school:1']))[0]).toEqual({ text: 'Vulkan', field: 'keywords', count: 3 });
    expect(await ask('vulkane d', ['all'])).toEqual([{ text: 'Vulkane der Eifel', field: 'title', count: 1, id: 'b' }]);
    expect(await ask('', ['all'])).toEqual([]);
  });

  it('complete later words of a text', async () => {
    const ask = (q: string) => engine.suggest({ q, visible: ['all'], fields: ['title', 'keywords'] });
    expect(await ask('eif')).toEqual([
      { text: 'Eifel', field: 'keywords', count: 1 },
      { text: 'Vulkane der Eifel', field: 'title', count: 1, id: 'b' },
    ]);
    expect((await ask('der ei')).map(({ text }) => text)).toEqual(['Vulkane der Eifel']);
    expect(await ask('kane')).toEqual([]);
    expect(await ask('gestein')).toEqual([]);
  });

  it('list a title and an equal keyword separately', async () => {
    const called = await engineWith([
      record('a', 'Magma', { keywords: ['Magma'] }),
      record('b', 'Magmatische Gesteine', { keywords: ['Magma', 'Magmatit'] }),
      record('c', 'Lava', { keywords: ['Magma', 'Magmatit'] }),
      record('d', 'Lava', { keywords: ['Vulkan'] }),
    ]);
    const ask = (q: string) => called.suggest({ q, visible: ['all'], fields: ['keywords', 'title'] });
    expect(await ask('magma')).toEqual([
      { text: 'Magma', field: 'title', count: 1, id: 'a' },
      { text: 'Magma', field: 'keywords', count: 3 },
      { text: 'Magmatit', field: 'keywords', count: 2 },
      { text: 'Magmatische Gesteine', field: 'title', count: 1, id: 'b' },
    ]);
    // No identifier is returned, because two records have the title.
    expect(await ask('lava')).toEqual([{ text: 'Lava', field: 'title', count: 2 }]);
    await called.close();
  });

  it('share rare words with the given record', async () => {
    const similar = async (visible: string[]) => (await engine.similar({ id: 'a', visible })).map((hit) => hit.id);
    expect(await similar(['all'])).toEqual(['b', 'c']);
    expect(await similar(['all', 'school:1'])).toContain('d');
    expect(await engine.similar({ id: 'unknown', visible: ['all'] })).toEqual([]);
  });

  it('exclude deleted records', async () => {
    await engine.apply([{ seq: 10, id: 'b', record: null }]);
    expect(await engine.suggest({ q: 'eifel', visible: ['all'], fields: ['keywords'] })).toEqual([]);
    expect((await engine.suggest({ q: 'vulkan', visible: ['all'], fields: ['keywords'] }))[0]!.count).toBe(1);
  });

  describe('ranking of completions', () => {
    const called = (keyword: string, count: number, batch: string): SearchRecord[] =>
      Array.from({ length: count }, (_, i) => record(`${batch} ${keyword} ${i}`, 'Titel', { keywords: [keyword] }));
    const numbered = (name: string, kinds: number, count: number, batch: string): SearchRecord[] =>
      Array.from({ length: kinds }, (_, kind) => called(`${name} ${String(kind).padStart(2, '0')}`, count, batch)).flat();
    const ask = async (large: Engine) =>
      (await large.suggest({ q: 'stoff', visible: ['all'], fields: ['keywords'], limit: 10 })).map(
        ({ text, count }) => `${text}: ${count}`,
      );
    const expected = ['stoff z: 19', ...Array.from({ length: 9 }, (_, kind) => `stoff a 0${kind}: 15`)];
    /** `more` is the number of additional completions in the second segment. */
    const engineOf = async (more: number): Promise<Engine> => {
      const large = await engineWith([
        ...numbered('stoff a', 10, 15, 'one'),
        ...called('stoff z', 10, 'one'),
        ...called('anderes', 200 + more, 'one'),
      ]);
      // `stoff z` has rank 25 in this segment, but at most 24 candidates are read per segment.
      const two = [...numbered('stoff b', 24, 9, 'two'), ...called('stoff z', 9, 'two'), ...numbered('stoff c', more, 1, 'two')];
      await large.apply(two.map((each, i) => ({ seq: 10_000 + i, id: each.id, record: each })));
      return large;
    };

    it('counts records of all segments for short and long lists', async () => {
      for (const more of [0, 1_100]) expect(await ask(await engineOf(more))).toEqual(expected);
    });

    it('ignores deleted records of a cached completion', async () => {
      const large = await engineOf(1_100);
      await ask(large);
      await large.apply(called('stoff b 23', 9, 'two').map(({ id }, i) => ({ seq: 20_000 + i, id, record: null })));
      expect(await ask(large)).toEqual(expected);
    });
  });
});

describe('compare', () => {
  it('returns records that are missing or differ in any field', async () => {
    const whole = { ...record('a', 'Titel a'), numbers: { year: 2020 } };
    const engine = await engineWith([whole, record('b', 'Titel b')]);
    await engine.apply([{ seq: 50, id: 'c', record: record('c', 'Titel c') }]);
    await engine.apply([{ seq: 51, id: 'b', record: null }]);
    const others = {
      text: { ...whole, text: { ...whole.text, title: 'Titel' } },
      values: { ...whole, values: { ...whole.values, type: ['anderes'] } },
      more: { ...whole, visible: [...whole.visible, 'x'] },
      less: { ...whole, visible: [] },
      language: { ...whole, language: 'fr' },
      numbers: { ...whole, numbers: { year: 2021 } },
    };
    for (const [part, other] of Object.entries(others))
      expect(await engine.compare({ records: [other] }), part).toEqual({ missing: [], differing: ['a'] });
    expect(await engine.compare({ records: [whole, { ...whole, numbers: {} }, record('b', 'Titel b'), record('c', 'Titel c')] })).toEqual({
      missing: ['b'],
      differing: [],
    });
  });
});

describe('ids', () => {
  it('returns the identifiers of all segments in pages', async () => {
    const names = Array.from({ length: 25 }, (_, i) => `r${String(i).padStart(2, '0')}`);
    const engine = await engineWith(names.slice(0, 20).map((name) => record(name, `Titel ${name}`)));
    await engine.apply(names.slice(20).map((name, i) => ({ seq: 100 + i, id: name, record: record(name, `Titel ${name}`) })));
    await engine.apply([{ seq: 200, id: 'r05', record: null }]);
    const listed: string[] = [];
    for (let after = ''; ; after = listed.at(-1)!) {
      const page = await engine.ids({ after, limit: 4 });
      if (page.length === 0) break;
      listed.push(...page);
    }
    expect(listed).toEqual(names.filter((name) => name !== 'r05'));
    await expect(engine.ids({ limit: -1 })).rejects.toThrow();
  });
});
