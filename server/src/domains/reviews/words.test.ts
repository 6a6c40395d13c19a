/** Word lists of districts that cause reviews to be held (docs/behaviour/reviews.md#word-list). */
import { DEFAULT_WORDS } from '@fundus/contract/reviews/default-words';
import { reviews } from '@fundus/contract/reviews/reviews';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { insertDistrict, insertSchools } from '../accounts/index.ts';

const portal = usePortal();
let [own, other]: Caller[] = [];
let count = 0;
beforeAll(async () => {
  await insertDistrict(portal.portal.db, { id: 'district-w', name: 'Kreis W' });
  await insertSchools(portal.portal.db, [
    { id: 'school-w', name: 'Schule W', district_id: 'district-w', number: '900', street: '', postcode: '', city: '' },
  ]);
  [own, other] = [await portal.as(districtAdmin()), await portal.as(districtAdmin({ district_id: 'district-w' }))];
});

const read = (who: Caller) => who.call(reviews.words);
const change = async (who: Caller, words: string[]) => who.call(reviews.setWords, { body: { words, version: (await read(who)).version } });
const stateOf = async (text: string, school_id = 'school-a') => {
  const mediaId = `W-${++count}`;
  await portal.store({ identifier: mediaId, fn_titel: 'Moor', fn_typ: '79' });
  const author = await portal.as(teacher({ school_id }));
  return (await author.call(reviews.write, { params: { mediaId }, body: { stars: 3, text } })).state;
};

test('uses the built-in word list until the district changes it', async () => {
  expect(await read(own!)).toMatchObject({ version: 0, changed_at: null });
  expect([...(await read(own!)).words].sort()).toEqual([...DEFAULT_WORDS].sort());
  expect([await stateOf('So ein Idiot'), await stateOf('So ein Quatschkopf')]).toEqual(['flagged', 'published']);

  await change(own!, [...DEFAULT_WORDS.filter((word) => word !== 'Idiot'), ' Quatschkopf ', 'Quatschkopf']);
  const after = await read(own!);
  expect(after).toMatchObject({ version: 1 });
  expect(after.words.filter((word) => ['Idiot', 'Quatschkopf'].includes(word))).toEqual(['Quatschkopf']);
  expect([await stateOf('So ein Idiot'), await stateOf('Lauter Quatschkopf-Sprüche')]).toEqual(['published', 'flagged']);
  expect([await stateOf('So ein Idiot', 'school-w'), await stateOf('So ein Quatschkopf', 'school-w')]).toEqual(['flagged', 'published']);
  expect((await read(other!)).version).toBe(0);
  // Only differences from the built-in list are stored, so that districts receive later additions.
  const row = await portal.portal.db.selectFrom('review_words').select(['added', 'removed']).executeTakeFirst();
  expect(row).toEqual({ added: ['Quatschkopf'], removed: ['Idiot'] });

  await change(own!, [...DEFAULT_WORDS]);
  expect(await stateOf('So ein Idiot')).toBe('flagged');
});

test('rejects words without letters', async () => {
  const { version } = await read(other!);
  const save = (words: string[]) => other!.call(reviews.setWords, { body: { words, version } });
  await expect(save(['Mist', '123'])).rejects.toMatchObject({ status: 400, field: 'words.1' });
});

test('rejects a change with a stale version', async () => {
  const { version } = await read(other!);
  const save = (words: string[]) => other!.call(reviews.setWords, { body: { words, version } });
  await save(['Mist']);
  await expect(save(['Anderes'])).rejects.toMatchObject({ status: 409, code: 'version_conflict' });
  expect((await read(other!)).words).toEqual(['Mist']);
  const lines = await portal.portal.db.selectFrom('audit_log').select('what').where('what', '=', 'review.words').execute();
  expect(lines.length).toBeGreaterThan(0);
});

test('lets only district administrators read and change the word list', async () => {
  for (const who of [await portal.as(schoolAdmin()), await portal.as(teacher({ capabilities: ['cap_catalogue'] }))]) {
    await expect(read(who)).rejects.toMatchObject({ status: 403 });
    await expect(who.call(reviews.setWords, { body: { words: [], version: 0 } })).rejects.toMatchObject({ status: 403 });
  }
});
