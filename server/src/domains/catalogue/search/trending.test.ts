/** Tests trending media, which at least ten people used in fourteen days (docs/behaviour/search.md#popular-now). */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { DAY } from '@fundus/contract/days';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { pupil, teacher, testPortal, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { insertPeople } from '../../accounts/index.ts';

const portal = usePortal();
let people: string[];
beforeAll(async () => {
  const film = (identifier: string, licences?: { scope: 'school'; target: string }[]) => ({
    identifier,
    fn_titel: identifier,
    fn_typ: '49',
    ...(licences && { licences }),
  });
  await portal.store(
    film('ten'),
    film('nine'),
    film('twelve'),
    film('long-ago'),
    film('other-school', [{ scope: 'school', target: 'school-b' }]),
  );
  people = Array.from({ length: 12 }, (_, i) => newId(new Date(Date.now() + i)));
  await insertPeople(
    portal.portal.db,
    people.map((id) => ({
      id,
      email: null,
      password_hash: null,
      vorname: 'Kind',
      name: id,
      role: '',
      school_admin: '0',
      district_admin: '0',
      capabilities: [],
      school_id: 'school-a',
      district_id: null,
    })),
  );
  await opened('ten', 10, 1);
  await opened('nine', 9, 1);
  await opened('twelve', 12, 13);
  await opened('long-ago', 12, 15);
  await opened('other-school', 12, 1);
  // Each person counts once. A bookmark counts like opening the medium.
  for (const person_id of people.slice(0, 3))
    await portal.portal.db.insertInto('bookmark').values({ person_id, identifier: 'nine' }).execute();
});

async function opened(identifier: string, count: number, daysAgo: number): Promise<void> {
  const last_used = new Date(Date.now() - daysAgo * DAY);
  await portal.portal.db
    .insertInto('history')
    .values(people.slice(0, count).map((person_id) => ({ person_id, identifier, position: 1, last_used })))
    .execute();
}
const trending = async (who: Caller) => (await who.call(catalogue.trending)).items.map((item) => item.identifier);

test('lists visible media with at least ten users in fourteen days', async () => {
  const learner = await portal.as(pupil());
  expect(await trending(learner)).toEqual(['twelve', 'ten']);
  expect(await trending(await portal.as(teacher({ school_id: 'school-b' })))).toEqual(['other-school', 'twelve', 'ten']);
  await expect(portal.guest().call(catalogue.trending)).rejects.toMatchObject({ status: 401 });
  await sql`insert into bookmark (person_id, identifier) values (${people[9]}, 'nine')`.execute(portal.portal.db);
  expect(await trending(learner)).toEqual(['twelve', 'ten']);
  portal.setNow(new Date(Date.now() + 6 * 60_000));
  expect(await trending(learner)).toEqual(['twelve', 'nine', 'ten']);
  portal.setNow(null);
});

test('rejects requests for trending media if they are disabled', async () => {
  const off = await testPortal({ DisableTrending: true });
  const who = await off.as(teacher());
  const closed = { status: 403, code: 'feature_disabled' };
  await expect(who.call(catalogue.trending)).rejects.toMatchObject(closed);
  await expect(who.call(catalogue.search, { query: { sort: 'used' } })).rejects.toMatchObject(closed);
  await off.close();
});
