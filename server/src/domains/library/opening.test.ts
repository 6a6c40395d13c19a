/**
 * Opening a medium counts as a use, adds it to the history and allows a review. Media that the user may not open are excluded
 * (docs/behaviour/uses.md#what-counts).
 */
import { library } from '@fundus/contract/library/library';
import { reviews } from '@fundus/contract/reviews/reviews';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { pupil, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal();
let adult: Caller;
let learner: Caller;
beforeAll(async () => {
  const url = 'https://medien.example/1';
  await portal.store(
    { identifier: 'sheet', fn_titel: 'Arbeitsblatt', fn_typ: '79', files: [{ mime: 'application/pdf', path: 'blatt.pdf' }] },
    { identifier: 'page', fn_titel: 'Seite', fn_typ: '79', url },
    { identifier: 'closed', fn_titel: 'Nicht lizenziert', fn_typ: '49', url, licences: [{ scope: 'none' }] },
    { identifier: 'carrier', fn_titel: 'DVD im Regal', fn_typ: '49' },
  );
});
beforeEach(async () => {
  [adult, learner] = [await portal.as(teacher()), await portal.as(pupil())];
  await portal.portal.db.deleteFrom('media_use').execute();
});

const open = (who: Caller, mediaId: string) => who.call(library.openMedium, { params: { mediaId } });
const play = (who: Caller, mediaId: string) => who.call(library.savePosition, { params: { mediaId }, body: { position: 5 } });
const review = (mediaId: string) => adult.call(reviews.write, { params: { mediaId }, body: { stars: 4 } });
const uses = () => portal.portal.db.selectFrom('media_use').select(['identifier', 'uses']).orderBy('identifier').execute();
const history = async (who: Caller) =>
  (await who.call(library.history, { query: {} })).items.map(({ medium, position }) => [medium.identifier, position]);

test('counts openings of documents, pictures and links once a day', async () => {
  for (const who of [adult, adult, learner]) await open(who, 'sheet');
  expect(await uses()).toEqual([{ identifier: 'sheet', uses: 2 }]);
  expect([await history(adult), await history(learner)]).toEqual([[['sheet', 0]], []]);
  await play(adult, 'sheet');
  await open(adult, 'sheet');
  expect(await history(adult), 'where it was left stays').toEqual([['sheet', 5]]);
});

test('does not count media that the user cannot open in the portal', async () => {
  for (const mediaId of ['closed', 'carrier'])
    for (const tell of [open, play]) await expect(tell(adult, mediaId)).rejects.toMatchObject({ status: 403, code: 'licence_missing' });
  await expect(open(adult, 'nowhere')).rejects.toMatchObject({ status: 404 });
  await expect(open(portal.guest(), 'sheet')).rejects.toMatchObject({ status: 401 });
  expect([await uses(), await history(adult)]).toEqual([[], []]);
});

test('allows reviews of online media only after opening them', async () => {
  const can = async (mediaId: string) => (await adult.call(reviews.ofMedium, { params: { mediaId }, query: {} })).can;
  for (const mediaId of ['sheet', 'page']) {
    await expect(review(mediaId)).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
    expect(await can(mediaId)).toMatchObject({ review: false, open: true });
    await open(adult, mediaId);
    expect(await can(mediaId)).toMatchObject({ review: true, open: false });
    await review(mediaId);
  }
  await review('carrier');
});
