/** Decisions in several domains that can be undone until their mails are sent (docs/behaviour/mails.md#decisions). */
import { accounts } from '@fundus/contract/accounts/accounts';
import { classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { invitations } from '@fundus/contract/invitations/invitations';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingProposals } from '@fundus/contract/lending/points/proposals';
import { DECISION_SECONDS } from '@fundus/contract/mails/mails';
import { marketplace } from '@fundus/contract/marketplace/marketplace';
import { orders } from '@fundus/contract/marketplace/orders';
import { trials } from '@fundus/contract/marketplace/trials';
import { medialists } from '@fundus/contract/medialists/medialists';
import { medialistSharing } from '@fundus/contract/medialists/sharing';
import { notices } from '@fundus/contract/notices/notices';
import { ownMaterial } from '@fundus/contract/own-material/own-material';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from './mail/compose.ts';
import { districtAdmin, schoolAdmin, teacher, pupil, type Caller } from './testing/index.ts';
import { at, MONDAY, openPoint } from './testing/lending.ts';
import { BUYING, offerOf, productOf, SELLER } from './testing/marketplace.ts';
import { usePortal } from './testing/use-portal.ts';

const portal = usePortal({ GeraeteVerleih: true, LinkToMP: true });
let admin: Caller;
let kim: Caller;
let lea: Caller;
let seller: Caller;
const db = () => portal.portal.db;
const idOf = async (caller: Caller): Promise<string> => ((await caller.call(accounts.userinfo)) as { id: string }).id;

beforeAll(async () => {
  await portal.store(
    { identifier: 'm-1', fn_titel: 'Vulkane', fn_typ: '49', url: 'https://medien.example/1' },
    { identifier: 'm-2', fn_titel: 'Zellen', fn_typ: '49' },
    {
      identifier: 'm-3',
      fn_titel: 'Genetik',
      fn_typ: '49',
      url: 'https://medien.example/3',
      licences: [{ scope: 'school', target: 'school-b' }],
    },
  );
  admin = await portal.as(schoolAdmin({ email: 'ada@a.example' }));
  kim = await portal.as(teacher({ email: 'kim@a.example', vorname: 'Kim', name: 'Kranich', capabilities: ['cap_lending'] }));
  lea = await portal.as(teacher({ email: 'lea@a.example' }));
  seller = await portal.as(districtAdmin({ email: 'verkauf@mz.example' }));
});
let clock = MONDAY;
beforeEach(async () => {
  portal.setNow((clock = new Date(clock.getTime() + 60_000)));
  await db().deleteFrom('job').execute();
  await db().deleteFrom('notice').execute();
});
afterEach(() => portal.setNow(null));

/** Advances the clock beyond the time for undoing, and removes all jobs as if they had run. */
async function sendAll(): Promise<void> {
  portal.setNow((clock = new Date(clock.getTime() + (DECISION_SECONDS + 1) * 1_000)));
  await db().deleteFrom('job').execute();
}
const waiting = async (): Promise<string[]> =>
  (await db().selectFrom('job').select('payload').where('kind', '=', 'mail').execute())
    .map(({ payload }) => (payload as Mail).to.address)
    .sort();
const noticesOf = async (who: Caller): Promise<number> => (await who.call(notices.list, { query: {} })).total;
const FINAL = expect.objectContaining({ code: 'state_conflict', details: { reason: 'final' } });

describe('undo for own material', () => {
  const make = async () => {
    const record = { fn_titel: 'Arbeitsblatt', fn_typ: '79', fn_geb: [], fn_adressat: [], url: 'https://medien.example/2' };
    const made = await kim.call(ownMaterial.create, { body: { record: record as never, rights: { source: 'own' } as never } });
    return kim.call(ownMaterial.share, { params: made });
  };

  test('withdraws the mail about removed material', async () => {
    const params = await make();
    await admin.call(ownMaterial.takeDown, { params, body: { why: 'Falsch' } });
    expect([await waiting(), await noticesOf(kim)]).toEqual([['kim@a.example'], 1]);
    await admin.call(ownMaterial.reinstate, { params });
    expect([await waiting(), await noticesOf(kim)]).toEqual([[], 0]);
    await admin.call(ownMaterial.takeDown, { params, body: {} });
    await sendAll();
    await admin.call(ownMaterial.reinstate, { params });
    expect(await noticesOf(kim)).toBe(1);
  });

  test('returns transferred material to its previous author', async () => {
    const params = await make();
    await admin.call(ownMaterial.transfer, { params, body: { person_id: await idOf(lea) } });
    expect(await waiting()).toEqual(['lea@a.example']);
    await expect(lea.call(ownMaterial.undoTransfer, { params })).rejects.toMatchObject({ status: 403 });
    await admin.call(ownMaterial.undoTransfer, { params });
    expect([await waiting(), await noticesOf(lea)]).toEqual([[], 0]);
    expect((await kim.call(ownMaterial.read, { params })).state).toBe('school');
    await admin.call(ownMaterial.transfer, { params, body: { person_id: await idOf(lea) } });
    await sendAll();
    await expect(admin.call(ownMaterial.undoTransfer, { params })).rejects.toEqual(FINAL);
  });
});

describe('undo of a decision on a proposal', () => {
  const rulesOf = async (id: string) => (await kim.call(lending.points)).items.find((point) => point.id === id)!;

  test('restores the previous rules of the lending point', async () => {
    const point = await openPoint(admin);
    const made = await kim.call(lendingProposals.propose, { ...at(point.id), body: { version: 1, max_days: 7 } as never });
    await db().deleteFrom('job').execute();
    const declined = await admin.call(lendingProposals.declineProposal, { ...at(made.id), body: { reason: 'Nein' } });
    expect(declined.can.undo).toBe(true);
    expect(await waiting()).toEqual(['kim@a.example']);
    await expect(kim.call(lendingProposals.undoProposal, at(made.id))).rejects.toMatchObject({ status: 403 });
    expect(await admin.call(lendingProposals.undoProposal, at(made.id))).toMatchObject({
      state: 'open',
      reason: '',
      can: { decide: true, undo: false },
    });
    expect([await waiting(), await noticesOf(kim)]).toEqual([[], 0]);
    await admin.call(lendingProposals.acceptProposal, { ...at(made.id), body: {} });
    expect(await rulesOf(point.id)).toMatchObject({ max_days: 7 });
    expect(await admin.call(lendingProposals.undoProposal, at(made.id))).toMatchObject({ state: 'open', outdated: false });
    expect(await rulesOf(point.id)).toMatchObject({ max_days: 14 });
    await admin.call(lendingProposals.acceptProposal, { ...at(made.id), body: {} });
    await admin.call(lendingDesk.changePoint, {
      ...at(point.id),
      body: { version: (await rulesOf(point.id)).version, renewal_days: 3 } as never,
    });
    await expect(admin.call(lendingProposals.undoProposal, at(made.id))).rejects.toMatchObject({ details: { reason: 'rules' } });
    expect(await rulesOf(point.id)).toMatchObject({ max_days: 7, renewal_days: 3 });
  });

  test('is rejected if bookings may have been moved', async () => {
    const point = await openPoint(admin);
    const made = await kim.call(lendingProposals.propose, { ...at(point.id), body: { version: 1, buffer_after: 2 } as never });
    expect((await admin.call(lendingProposals.acceptProposal, { ...at(made.id), body: {} })).can.undo).toBe(false);
    await expect(admin.call(lendingProposals.undoProposal, at(made.id))).rejects.toMatchObject({ status: 409 });
    const other = await kim.call(lendingProposals.propose, { ...at(point.id), body: { version: 2, max_days: 9 } as never });
    await admin.call(lendingProposals.declineProposal, { ...at(other.id), body: { reason: 'Nein' } });
    await sendAll();
    await expect(admin.call(lendingProposals.undoProposal, at(other.id))).rejects.toEqual(FINAL);
  });
});

describe('undo in the marketplace', () => {
  let product: string;
  let offer: string;
  let gross: number;
  beforeAll(async () => {
    await seller.call(marketplace.setSeller, { body: SELLER });
    product = (await seller.call(marketplace.createProduct, { body: productOf({ trial: true, media: ['m-3'], offers: [offerOf()] }) })).id;
    const [first] = (await admin.call(marketplace.product, { params: { id: product } })).offers;
    offer = first!.id;
  });
  const ask = async () => {
    ({ gross } = await kim.call(orders.addLine, { body: { offer_id: offer, quantity: 1 } }));
    const { id } = await kim.call(orders.requestPurchase, { body: { note: '' } });
    await db().deleteFrom('job').execute();
    return { params: { id } };
  };

  test('reopens an order that was declined or approved on invoice', async () => {
    const order = await ask();
    await admin.call(orders.decline, { ...order, body: { reason: 'Zu teuer' } });
    expect(await waiting()).toEqual(['kim@a.example']);
    await expect(kim.call(orders.undoOrder, order)).rejects.toMatchObject({ status: 403 });
    expect(await admin.call(orders.undoOrder, order)).toMatchObject({ state: 'waiting_approval', reason: '', can: { approve: true } });
    expect([await waiting(), await noticesOf(kim)]).toEqual([[], 0]);
    const bought = await admin.call(orders.approve, { ...order, body: { ...BUYING, gross } });
    expect(bought).toMatchObject({ state: 'pending_payment', gross });
    expect(await waiting()).toEqual(['verkauf@mz.example']);
    const back = await admin.call(orders.undoOrder, order);
    expect(back).toMatchObject({ state: 'waiting_approval', number: null });
    expect(await waiting()).toEqual([]);
    expect(back.history.map(({ event }) => event).sort()).toEqual(['approve', 'ask', 'decline', 'undo', 'undo']);
    await admin.call(orders.approve, { ...order, body: { ...BUYING, gross } });
    await sendAll();
    await expect(admin.call(orders.undoOrder, order)).rejects.toEqual(FINAL);
    await seller.call(orders.accept, order);
    await expect(admin.call(orders.undoOrder, order)).rejects.toMatchObject({ code: 'state_conflict', details: { state: 'fulfilled' } });
  });

  test('deletes the licences of a decided trial', async () => {
    const { id } = await kim.call(trials.requestTrial, { params: { id: product }, body: { note: '' } });
    await db().deleteFrom('job').execute();
    const params = { id };
    const licences = async () =>
      (await db().selectFrom('licence').select('licence.id').where('licence.trial_id', '=', id).execute()).length;
    await admin.call(trials.decideTrial, { params, body: { approve: true } });
    expect([await licences(), await waiting()]).toEqual([1, ['kim@a.example']]);
    await expect(kim.call(trials.undoTrial, { params })).rejects.toMatchObject({ status: 404 });
    expect(await admin.call(trials.undoTrial, { params })).toMatchObject({ state: 'asked', starts_on: null, can: { decide: true } });
    expect([await licences(), await waiting(), await noticesOf(kim)]).toEqual([0, [], 0]);
    await admin.call(trials.decideTrial, { params, body: { approve: false, reason: 'Nein' } });
    expect(await admin.call(trials.undoTrial, { params })).toMatchObject({ state: 'asked', reason: '' });
    await admin.call(trials.decideTrial, { params, body: { approve: true } });
    await sendAll();
    await expect(admin.call(trials.undoTrial, { params })).rejects.toEqual(FINAL);
    expect(await licences()).toBe(1);
  });
});

describe('undo of a decision on an invitation request', () => {
  const link = async (body: object): Promise<string> =>
    (await kim.call(invitations.create, { body: { kind: 'link', needs_confirmation: true, ...body } as never })).id;

  test('removes the new membership in the class', async () => {
    const { id: cls } = await kim.call(classes.create, { body: { name: '8b' } });
    const id = await link({ role: 'student', target: 'class', class_id: cls });
    const ida = await portal.as(pupil({ email: 'ida@a.example' }));
    expect(await ida.call(invitations.accept, { params: { id }, body: {} })).toEqual({ outcome: 'waiting' });
    await db().deleteFrom('job').execute();
    const params = { id, personId: await idOf(ida) };
    const members = async () => (await kim.call(classMembers.members, { params: { id: cls }, query: {} })).items.length;
    const before = await members();
    expect(await kim.call(invitations.decide, { params, body: { decision: 'confirmed' } })).toEqual({ ok: true, undo: true });
    expect([await members(), await waiting()]).toEqual([before + 1, ['ida@a.example']]);
    await kim.call(invitations.undoDecision, { params });
    expect([await members(), await waiting(), await noticesOf(ida)]).toEqual([before, [], 0]);
    await kim.call(invitations.decide, { params, body: { decision: 'confirmed' } });
    await sendAll();
    await expect(kim.call(invitations.undoDecision, { params })).rejects.toEqual(FINAL);
    expect(await members()).toBe(before + 1);
  });

  test('reopens a request to join a school unless the user came from another school', async () => {
    const id = (
      await admin.call(invitations.create, {
        body: { kind: 'link', needs_confirmation: true, role: 'teacher', school: 'school-a' } as never,
      })
    ).id;
    const free = await portal.as(teacher({ email: 'frei@x.example', school_id: null as never }));
    const mover = await portal.as(teacher({ email: 'wechsel@b.example', school_id: 'school-b' }));
    for (const who of [free, mover]) await who.call(invitations.accept, { params: { id }, body: { change_school: true } as never });
    await db().deleteFrom('job').execute();
    const of = async (who: Caller) => ({ params: { id, personId: await idOf(who) } });
    const schoolOf = async (email: string) =>
      (await db().selectFrom('person').select('person.school_id').where('person.email', '=', email).executeTakeFirstOrThrow()).school_id;
    expect(await admin.call(invitations.decide, { ...(await of(free)), body: { decision: 'confirmed' } })).toEqual({
      ok: true,
      undo: true,
    });
    expect(await schoolOf('frei@x.example')).toBe('school-a');
    await admin.call(invitations.undoDecision, await of(free));
    expect([await schoolOf('frei@x.example'), await waiting(), await noticesOf(free)]).toEqual([null, [], 0]);
    expect(await admin.call(invitations.decide, { ...(await of(mover)), body: { decision: 'confirmed' } })).toEqual({
      ok: true,
      undo: false,
    });
    await expect(admin.call(invitations.undoDecision, await of(mover))).rejects.toEqual(FINAL);
    expect(await schoolOf('wechsel@b.example')).toBe('school-a');
  });
});

describe('undo of sharing', () => {
  test('withdraws the notice of media shared with colleagues', async () => {
    const { given } = await kim.call(sharedMedia.share, { body: { media: ['m-1', 'm-2'], people: [await idOf(lea)] } as never });
    expect(await noticesOf(lea)).toBe(1);
    for (const id of given) await kim.call(sharedMedia.revoke, { params: { id } });
    expect([await noticesOf(lea), await waiting()]).toEqual([0, []]);
  });

  test('withdraws the notices to members of a media list', async () => {
    const list = await kim.call(medialists.create, { body: { title: 'Vulkane', visibility: 'school' } });
    const params = { id: list.id, userId: await idOf(lea) };
    await kim.call(medialistSharing.setMember, { params, body: { role: 'viewer' } });
    expect(await noticesOf(lea)).toBe(1);
    await kim.call(medialistSharing.removeMember, { params });
    expect(await noticesOf(lea)).toBe(0);
    await kim.call(medialistSharing.setMember, { params, body: { role: 'viewer' } });
    await sendAll();
    await kim.call(medialists.archive, { params: { id: list.id } });
    expect(await noticesOf(lea)).toBe(2);
    await kim.call(medialists.restore, { params: { id: list.id } });
    expect(await noticesOf(lea)).toBe(1);
  });
});
