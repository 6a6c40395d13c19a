import { expect, test } from 'vitest';
import type { Db } from '../../db/open.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { cacheCardsInBackground } from './cards-ahead.ts';
import { findCachedCards } from './cards.ts';

const portal = usePortal();

/** Returns the titles of the cards that can be read without a database query. */
async function writtenTitles(identifiers: readonly string[]): Promise<(string | undefined)[]> {
  const nothing = { selectFrom: () => expect.unreachable('asks the database') } as unknown as Db;
  const titles = identifiers.map(async (identifier) => {
    const cards = await findCachedCards({ ...portal.portal, db: nothing, user: null, now: new Date() }, [identifier]).catch(
      () => new Map(),
    );
    const card = cards.get(identifier) as { shared: string } | undefined;
    return card && (JSON.parse(card.shared) as { fn_titel: string }).fn_titel;
  });
  return Promise.all(titles);
}

test('caches cards before the first request and after each change', async () => {
  const media = Array.from({ length: 30 }, (_, i) => ({ identifier: `m-${i}`, fn_titel: `Medium ${i}`, fn_typ: '49', fn_sprache: ['de'] }));
  await portal.store(...media);
  expect(await writtenTitles(['m-0', 'm-29'])).toEqual([undefined, undefined]);
  const end = cacheCardsInBackground(portal.portal, 10);
  await expect.poll(() => writtenTitles(['m-0', 'm-29'])).toEqual(['Medium 0', 'Medium 29']);
  await portal.store({ ...media[3]!, fn_titel: 'Anders' }, { ...media[4]!, identifier: 'm-new', fn_titel: 'Neu' });
  await expect.poll(() => writtenTitles(['m-3', 'm-new'])).toEqual(['Anders', 'Neu']);
  await end();
  await portal.store({ ...media[5]!, fn_titel: 'Danach' });
  expect(await writtenTitles(['m-5'])).toEqual([undefined]);
});
