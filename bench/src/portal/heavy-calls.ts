/**
 * Measures how much heavy requests of one user delay the searches of another: 12 data exports and 80 PDF documents in parallel. Rounds with and
 * without them alternate, so that both run under the same conditions. Uses PostgreSQL if `TEST_DATABASE_URL` is set.
 */
import { ownAccount } from '@fundus/contract/accounts/own';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { fillPath } from '@fundus/contract/endpoint';
import { medialists } from '@fundus/contract/medialists/medialists';
import { newId } from '@fundus/server/db/new-id';
import { schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '@fundus/server/testing';
import { describeLoad } from '../measure/commands.ts';
import { storeTable, percentile } from '../measure/table.ts';
import { timeRepeatedly } from '../measure/times.ts';

const [MEDIA, BOOKMARKS, HISTORY, ITEMS] = [3_000, 2_000, 800, 60];
const [EXPORTS, DOCUMENTS, ROUNDS] = [12, 80, 3];

/** Creates a teacher with much content and a list. Returns the identifier of the list. */
async function prepare({ portal, store }: TestPortal, owner: Caller): Promise<string> {
  const { db } = portal;
  const now = portal.now();
  const media = Array.from({ length: MEDIA }, (_, i) => ({ identifier: `m-${i}`, title: `Vulkane und Erdbeben ${i}` }));
  await store(...media.map(({ identifier, title }) => ({ identifier, fn_titel: title, fn_typ: '49' })));
  const { id: person_id } = await db.selectFrom('person').select('id').where('email', '=', 'viel@a.example').executeTakeFirstOrThrow();
  await db
    .insertInto('bookmark')
    .values(media.slice(0, BOOKMARKS).map((one) => ({ ...one, person_id, added_at: now })))
    .execute();
  await db
    .insertInto('history')
    .values(media.slice(0, HISTORY).map(({ identifier }) => ({ identifier, person_id, position: 10, last_used: now })))
    .execute();
  const { id: list_id } = await owner.call(medialists.create, { body: { title: 'Wasser' } as never });
  await db
    .insertInto('medialist_item')
    .values(
      media.slice(0, ITEMS).map((one, i) => ({
        ...{ ...one, id: newId(), list_id, rank: `a${String(i).padStart(4, '0')}`, kind: 'media' as const, added_at: now },
      })),
    )
    .execute();
  return list_id;
}

export async function heavyCallsBench(): Promise<void> {
  const portal = await testPortal();
  const load = describeLoad();
  try {
    const owner = await portal.as(schoolAdmin({ email: 'viel@a.example' }));
    const other = await portal.as(teacher({ email: 'wenig@a.example' }));
    const document = `${fillPath(medialists.export.path, { id: await prepare(portal, owner) })}?format=pdf`;
    const search = () => other.call(catalogue.search, { query: { q: 'vulkane' } as never });
    const fetch = async (url: string): Promise<number> => (await owner.inject({ method: 'GET', url })).statusCode;
    const addresses = [
      ...Array.from({ length: EXPORTS }, () => ownAccount.exportData.path),
      ...Array.from({ length: DOCUMENTS }, () => document),
    ];
    const seen = { alone: [] as number[], beside: [] as number[] };
    const answers = new Map<number, number>();
    let took = 0;
    for (let round = 0; round <= ROUNDS; round += 1) {
      const beside = timeRepeatedly(search);
      const begun = performance.now();
      for (const status of await Promise.all(addresses.map(fetch))) answers.set(status, (answers.get(status) ?? 0) + 1);
      const ms = performance.now() - begun;
      const found = await beside.end();
      const alone = timeRepeatedly(search);
      await new Promise((done) => setTimeout(done, ms));
      const quiet = await alone.end();
      // The first round is a warm-up.
      if (round === 0) continue;
      took += ms;
      seen.beside.push(...found);
      seen.alone.push(...quiet);
    }
    const rows = Object.entries(seen).map(([what, times]) => [what, times.length, percentile(times, 0.5), percentile(times, 0.95)]);
    const slower = (100 * percentile(seen.beside, 0.5)) / percentile(seen.alone, 0.5) - 100;
    storeTable({
      name: 'heavy-calls',
      title: `Searches of a user during ${EXPORTS} data exports and ${DOCUMENTS} PDF documents of another one`,
      head: ['searches', 'number', 'p50, ms', 'p95, ms'],
      rows,
      notes: [
        `During them p50 is ${slower.toFixed(0)} % higher; the goal is less than 20 %.`,
        `One round took ${(took / ROUNDS / 1_000).toFixed(1)} s. Replies: ${[...answers].map(([status, n]) => `${n} × ${status}`).join(', ')}.`,
        process.env.TEST_DATABASE_URL ? 'On PostgreSQL.' : 'On the embedded database.',
        `Portal and clients share a process. ${load}`,
      ],
    });
  } finally {
    await portal.close();
  }
}
