/** Tests the order of search results and each boost (docs/behaviour/search.md#order). */
import { catalogue, type MediaRecordInput } from '@fundus/contract/catalogue/catalogue';
import { shiftDay, today } from '@fundus/contract/days';
import { beforeAll, describe, expect, test } from 'vitest';
import { pupil, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const daysAgo = (days: number) => shiftDay(today(new Date()), -days);
const OLD = daysAgo(1500);
const medium = (identifier: string, fn_titel: string, more: Partial<MediaRecordInput> = {}): MediaRecordInput => ({
  identifier,
  fn_titel,
  fn_typ: '49',
  fn_sprache: ['de'],
  published: OLD,
  ...more,
});
/** Filler text in every record. It makes the texts equally long, so that only the position of the word differs. */
const filler = 'Material zum Nachschlagen';

const portal = usePortal();
let browser: Caller;
beforeAll(async () => {
  await portal.store(
    // The identifiers are in the reverse of the expected order.
    medium('z-title', 'Gezeiten'),
    medium('y-title-words', 'Gezeiten am Meer'),
    medium('x-keyword', `${filler} eins`, { fn_schlag: ['Gezeiten'] }),
    medium('w-short', `${filler} zwei`, { fn_kurztext: 'Wie Gezeiten entstehen' }),
    medium('v-text', `${filler} drei`, { fn_text: 'Wie Gezeiten entstehen' }),
    medium('a-old', 'Dünen im Wind'),
    medium('b-new', 'Dünen im Wind', { published: daysAgo(100) }),
    medium('c-grade', 'Dünen im Wind', { fn_adressat: ['A(7)'] }),
    medium('d-recommended', 'Dünen im Wind', { recommended: true }),
    medium('e-licence', 'Dünen im Wind', { licences: [{ scope: 'school', target: 'school-a' }] }),
    medium('f-weak', 'Ein Bericht über Watt und vieles andere', { recommended: true, published: daysAgo(10), fn_adressat: ['A(7)'] }),
    medium('g-strong', 'Watt'),
    medium('h-apart', 'Karten der Ebbe, Karten der Flut'),
    medium('i-row', 'Große Flut der Karten und Ebbe'),
    medium('j-film', 'Salzwiese', { files: [{ mime: 'video/mp4', path: 'j.mp4' }] }),
    medium('k-captions', 'Salzwiese', {
      files: [
        { mime: 'video/mp4', path: 'k.mp4' },
        { mime: 'text/vtt', path: 'k.vtt', role: 'caption' },
      ],
    }),
    medium('l-easy', 'Salzwiese', { fn_sprache: ['de', 's1'], files: [{ mime: 'video/mp4', path: 'l.mp4' }] }),
  );
  browser = await portal.as(teacher());
});

const order = async (q: string, more: object = {}, who = browser): Promise<string[]> =>
  (await who.call(catalogue.search, { query: { q, ...more } })).items.map((item) => item.identifier);

describe('order of search results', () => {
  test('ranks exact titles, title words, keywords, short texts and descriptions in this order', async () => {
    expect(await order('Gezeiten')).toEqual(['z-title', 'y-title-words', 'x-keyword', 'w-short', 'v-text']);
  });

  test('weights fields in descending order from the title to the captions', async () => {
    const { SCHEMA } = await import('../../../search/search-index.ts');
    const weights = Object.values(SCHEMA.text).map((field) => field.weight);
    expect(Object.keys(SCHEMA.text)).toEqual(['fn_titel', 'fn_schlag', 'subjects', 'fn_kurztext', 'fn_prodname', 'fn_text', 'captions']);
    expect(weights).toEqual([...weights].sort((a, b) => b - a));
  });

  test('ranks adjacent words before the same words with other words in between', async () => {
    expect((await order('Flut der Karten'))[0]).toBe('i-row');
  });

  test('sorts equally ranked media by identifier in every search', async () => {
    const first = await order('Material zum Nachschlagen');
    expect(first).toEqual(['v-text', 'w-short', 'x-keyword']);
    for (let i = 0; i < 5; i++) expect(await order('Material zum Nachschlagen')).toEqual(first);
  });
});

describe('boosts of search results', () => {
  test('ranks licensed, recommended and recent media in this order', async () => {
    expect(await order('Dünen')).toEqual(['e-licence', 'd-recommended', 'b-new', 'a-old', 'c-grade']);
  });

  test('does not boost a licence of another school', async () => {
    expect(await order('Dünen', {}, await portal.as(pupil({ school_id: 'school-b' })))).toEqual([
      'd-recommended',
      'b-new',
      'a-old',
      'c-grade',
    ]);
  });

  test('ranks media for the grade of the chosen class first', async () => {
    expect((await order('Dünen', { grade: 'A(7)' }))[0]).toBe('c-grade');
    expect(await order('Dünen', { grade: 'A(99)' })).toEqual(await order('Dünen'));
  });

  test('ranks an exact title before a weak match with all boosts', async () => {
    expect(await order('Watt', { grade: 'A(7)' })).toEqual(['g-strong', 'f-weak']);
  });

  test('ignores boosts when results are sorted by title or date', async () => {
    expect((await order('Dünen', { sort: 'newest' }))[0]).toBe('b-new');
    expect(await order('Dünen', { sort: 'title', grade: 'A(7)' })).toEqual(['a-old', 'b-new', 'c-grade', 'd-recommended', 'e-licence']);
  });

  test('sorts media by the number of people who used them', async () => {
    const people = await portal.portal.db.selectFrom('person').select('person.id').limit(2).execute();
    const use = (identifier: string, count: number) =>
      portal.portal.db
        .insertInto('history')
        .values(people.slice(0, count).map((person) => ({ person_id: person.id, identifier })))
        .execute();
    await use('c-grade', 2);
    await use('b-new', 1);
    await portal.store(
      medium('c-grade', 'Dünen im Wind', { fn_adressat: ['A(7)'], year: 2020 }),
      medium('b-new', 'Dünen im Wind', { published: daysAgo(100), year: 2020 }),
    );
    expect((await order('Dünen', { sort: 'used' })).slice(0, 3)).toEqual(['c-grade', 'b-new', 'a-old']);
  });
});

test('ranks media that meet the requested needs of the class first', async () => {
  const find = async (needs?: string) =>
    (await browser.call(catalogue.search, { query: { q: 'Salzwiese', ...(needs !== undefined && { needs }) } })).items.map(
      ({ identifier, fits }) => [identifier, fits],
    );
  expect(await find()).toEqual([
    ['j-film', undefined],
    ['k-captions', undefined],
    ['l-easy', undefined],
  ]);
  expect(await find('captions|no_sound')).toEqual([
    ['k-captions', ['captions', 'no_sound']],
    ['j-film', []],
    ['l-easy', []],
  ]);
  expect((await find('easy_language'))[0]).toEqual(['l-easy', ['easy_language']]);
  await expect(find('wings')).rejects.toMatchObject({ status: 400 });
});
