/** Wishes fulfilled by an order, and their state after a refund (docs/behaviour/library.md#wishes). */
import { wishes, type WishState } from '@fundus/contract/library/wishes';
import { marketplace } from '@fundus/contract/marketplace/marketplace';
import { orders } from '@fundus/contract/marketplace/orders';
import { notices } from '@fundus/contract/notices/notices';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { BUYING, offerOf, productOf, SELLER } from '../../../testing/marketplace.ts';

const portal = usePortal({ LinkToMP: true });
let seller: Caller;
let admin: Caller;
let offer_id: string;
beforeAll(async () => {
  const licences = [{ scope: 'school' as const, target: 'school-b' }];
  const of = (identifier: string) => ({ identifier, fn_titel: identifier, fn_typ: '49', url: 'https://medien.example/1', licences });
  await portal.store(of('m-1'), of('m-2'));
  seller = await portal.as(districtAdmin());
  admin = await portal.as(schoolAdmin());
  await seller.call(marketplace.setSeller, { body: SELLER });
  const { id } = await seller.call(marketplace.createProduct, { body: productOf({ media: ['m-1', 'm-2'], offers: [offerOf()] }) });
  offer_id = (await admin.call(marketplace.product, { params: { id } })).offers[0]!.id;
});
beforeEach(async () => {
  await portal.portal.db.deleteFrom('wish').execute();
});

async function buy(): Promise<{ id: string }> {
  await admin.call(orders.addLine, { body: { offer_id, quantity: 1 } });
  const { id } = await admin.call(orders.buy, { body: BUYING });
  await seller.call(orders.accept, { params: { id } });
  return { id };
}
const takeBack = (id: string) => seller.call(orders.refund, { params: { id }, body: { reason: 'Kulanz' } });
const own = async (who: Caller) => (await who.call(wishes.wishes, { query: {} })).items.map(({ state, answer }) => [state, answer]);
const heard = async (who: Caller) =>
  (await who.call(notices.list, { query: {} })).items.map(({ text }) => /beschafft|zurückgegeben/.exec(text)?.[0] ?? '').reverse();
async function wish(state: WishState, answer = '', mediaId = 'm-1'): Promise<Caller> {
  const who = await portal.as(teacher());
  await who.call(wishes.setWish, { params: { mediaId }, body: { note: 'Für die 8b' } });
  const [made] = (await who.call(wishes.wishes, { query: {} })).items;
  if (state !== 'open') await admin.call(wishes.decideWish, { params: { id: made!.id }, body: { state, answer } });
  return who;
}

test('restores the previous state of a wish after a refund', async () => {
  const [open, planned, declined] = [await wish('open'), await wish('planned', 'Im Herbst'), await wish('declined', 'Kein Geld')];
  const { id } = await buy();
  expect([await own(open), await own(planned), await own(declined)]).toEqual([
    [['ordered', '']],
    [['ordered', '']],
    [['declined', 'Kein Geld']],
  ]);
  await takeBack(id);
  expect([await own(open), await own(planned), await own(declined)]).toEqual([
    [['open', '']],
    [['planned', 'Im Herbst']],
    [['declined', 'Kein Geld']],
  ]);
  expect(await heard(open)).toEqual(['beschafft', 'zurückgegeben']);
  expect((await heard(planned)).slice(1)).toEqual(['beschafft', 'zurückgegeben']);
  expect(await heard(declined)).toHaveLength(1);
  const again = await buy();
  expect(await own(open), 'and is met by the next one').toEqual([['ordered', '']]);
  await takeBack(again.id);
});

test('keeps a wish fulfilled until every order that contains its medium is refunded', async () => {
  const who = await wish('open');
  const [first, second] = [await buy(), await buy()];
  await takeBack(first.id);
  expect([await own(who), await heard(who)]).toEqual([[['ordered', '']], ['beschafft']]);
  await takeBack(second.id);
  expect([await own(who), await heard(who)]).toEqual([[['open', '']], ['beschafft', 'zurückgegeben']]);
});

test('keeps a later decision on a wish after a refund', async () => {
  const who = await wish('open');
  const { id } = await buy();
  const [{ id: made } = { id: '' }] = (await who.call(wishes.wishes, { query: {} })).items;
  await admin.call(wishes.decideWish, { params: { id: made }, body: { state: 'ordered', answer: 'Kommt anders' } });
  await takeBack(id);
  expect(await own(who)).toEqual([['ordered', 'Kommt anders']]);
  const other = await wish('examined', '', 'm-2');
  await admin.call(orders.addLine, { body: { offer_id, quantity: 1 } });
  const bought = await admin.call(orders.buy, { body: BUYING });
  await admin.call(orders.cancel, { params: { id: bought.id } });
  expect(await own(other)).toEqual([['examined', '']]);
});

test('does not notify the author of a wish who has left the school', async () => {
  const who = await wish('open');
  const { id } = await buy();
  const { person_id } = await portal.portal.db.selectFrom('wish').select('wish.person_id').executeTakeFirstOrThrow();
  await portal.portal.db.updateTable('person').set({ school_id: 'school-b' }).where('person.id', '=', person_id).execute();
  await takeBack(id);
  expect([await own(who), await heard(who)]).toEqual([[], ['beschafft']]);
});
