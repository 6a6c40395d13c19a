/** Checks who receives each message by mail and in the portal, in which language, and who must not receive it (docs/behaviour/mails.md#notices). */
import { accounts } from '@fundus/contract/accounts/accounts';
import { ownAccount } from '@fundus/contract/accounts/own';
import { assignments } from '@fundus/contract/assignments/assignments';
import { assignmentResults } from '@fundus/contract/assignments/results';
import { classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { DAY } from '@fundus/contract/days';
import { invitations } from '@fundus/contract/invitations/invitations';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingWaiting } from '@fundus/contract/lending/cart/waiting';
import { library } from '@fundus/contract/library/library';
import type { MailTemplate } from '@fundus/contract/mails/mails';
import { marketplace } from '@fundus/contract/marketplace/marketplace';
import { orders } from '@fundus/contract/marketplace/orders';
import { medialists } from '@fundus/contract/medialists/medialists';
import { medialistSharing } from '@fundus/contract/medialists/sharing';
import { people } from '@fundus/contract/people/people';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { beforeAll, expect, test } from 'vitest';
import { makeWorkers } from './all-domains/all-domains.ts';
import { newId } from './db/new-id.ts';
import { STEPS, runSweepSteps } from './sweep.ts';
import { PASSWORD } from './testing/index.ts';
import { usePortal } from './testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, POINT, stock } from './testing/lending.ts';
import { BUYING, offerOf, productOf, SELLER } from './testing/marketplace.ts';
import { each, isGone, KINDS, makeRecipients, recipientsOf, type Recipients, type World } from './testing/recipients.ts';

const portal = usePortal({ GeraeteVerleih: true, LinkToMP: true, ShowAnalytics: true, Locales: ['de', 'en'] });
let world: World;
const db = () => portal.portal.db;
const by = (who: string) => world.by(who);
const id = (who: string) => world.id(who);
const go = (days: number, hours = 0): void => portal.setNow(new Date(MONDAY.getTime() + days * DAY + hours * 3_600_000));
const step = (name: string) => runSweepSteps(portal.portal, { [name]: STEPS[name]! });
const TEACHERS = each('teacher');
const NEW = ['new de', 'new en', 'new bare'];

/** Ids of sample data that is created while all accounts are active. */
const had = {
  list: '',
  point: '',
  offer: '',
  spare: '',
  model: '',
  class_id: '',
  assignment: { id: '', step: '' },
  members: [] as string[],
  asked: new Map<string, string[]>(),
};
const lent = new Map<string, { order: string; line: string; next: string }>();

beforeAll(async () => {
  portal.setNow(MONDAY);
  world = await makeRecipients(portal, NEW);
  await portal.store(
    { identifier: 'film', fn_titel: 'Vulkane', fn_typ: '49', licences: [{ scope: 'none' }] },
    { identifier: 'atlas', fn_titel: 'Atlas', fn_typ: '49', licences: [{ scope: 'school', target: 'school-b' }] },
  );
  await prepareTeaching();
  await prepareBuying();
  await prepareLending();
  await world.settle();
  await world.take([]);
});

async function prepareTeaching(): Promise<void> {
  const giver = by('giver');
  had.list = (await giver.call(medialists.create, { body: { title: 'Wasser' } })).id;
  for (const who of TEACHERS.filter(isGone)) await addToList(who);
  const made = await giver.call(classes.create, { body: { name: '8b' } });
  const take = (all: string[], role: 'owner' | 'student') =>
    giver.call(classMembers.addMembers, { params: { id: made.id }, body: { people: all.map(id), role } });
  await take(TEACHERS, 'owner');
  await take(each('pupil'), 'student');
  const steps = [{ kind: 'text' as const, title: 'Lesen', task: 'Lies.', completion: 'self_marked' as const }];
  const body = { title: 'Vulkane', steps, publish: true, visible_from: inDays(1), due_at: `${inDays(3)}T11:00:00Z` };
  const task = await giver.call(assignments.create, { params: { id: made.id }, body: body as never });
  had.class_id = made.id;
  had.assignment = { id: task.id, step: task.contents[0]!.id };
  for (const who of TEACHERS)
    await by(who).call(library.saveSearch, { body: { name: 'Meer', scope: 'catalogue', query: 'q=Ozean', alert: 'weekly' } });
}
const addToList = (who: string) =>
  by('giver').call(medialistSharing.setMember, { params: { id: had.list, userId: id(who) }, body: { role: 'viewer' } });

async function prepareBuying(): Promise<void> {
  await by('district de').call(marketplace.setSeller, { body: SELLER });
  const sold = productOf({ media: ['atlas'], offers: [offerOf({ price: 1_000, vat: 7 })] });
  const product = await by('district de').call(marketplace.createProduct, { body: sold });
  had.offer = (await by('giver').call(marketplace.product, { params: { id: product.id } })).offers[0]!.id;
  for (const who of TEACHERS) had.asked.set(who, [await askFor(who), await askFor(who)]);
}
async function askFor(who: string): Promise<string> {
  await by(who).call(orders.addLine, { body: { offer_id: had.offer, quantity: 1 } });
  return (await by(who).call(orders.requestPurchase, { body: { note: '' } })).id;
}

/** Creates lending data in which each teacher has borrowed a device, ordered another for the next week, and waits for a third. */
async function prepareLending(): Promise<void> {
  const desk = by('admin de');
  had.point = (await openPoint(desk, { week: POINT.week.map(() => POINT.week[0]!), unavailable_step: null, buffer_after: 0 })).id;
  const codes = (letter: string) => KINDS.map((kind) => `${letter}-${kind}`);
  const { model } = await stock(desk, { id: had.point }, codes('A'));
  had.model = model.id;
  const other = await stock(desk, { id: had.point }, codes('B'), { name: 'Koffer' });
  had.spare = (await placeTestOrder(by('giver'), other.model, 28, 29, KINDS.length)).id;
  for (const who of TEACHERS) {
    const { id: made, lines } = await placeTestOrder(by(who), model, 1, 2);
    const next = await placeTestOrder(by(who), model, 7, 7);
    lent.set(who, { order: made, line: lines[0]!.id, next: next.id });
    await by(who).call(lendingWaiting.wait, { body: { model: other.model.id, earliest: inDays(28), latest: inDays(29) } });
  }
}

/** Runs an action as each user. Errors for users who lost access are expected. */
async function forEach(all: string[], act: (who: string) => Promise<unknown>): Promise<void> {
  for (const who of all)
    await act(who).catch((error: unknown) => {
      if (!isGone(who)) throw error;
    });
}
const licence = (about: object) =>
  db()
    .insertInto('licence')
    .values({ id: newId(), identifier: 'film', scope: 'school', origin: 'hand', rights: JSON.stringify({}), ...about })
    .execute();
const purchase = (who: string, which: 0 | 1) => ({ params: { id: had.asked.get(who)![which]! } });
/** Runs all queued jobs of a kind. */
async function runJobs(kind: string): Promise<void> {
  const work = makeWorkers(portal.portal)[kind] as (payload: unknown, job: { id: string }) => Promise<void>;
  for (const job of await db().selectFrom('job').select(['id', 'payload']).where('kind', '=', kind).execute())
    await work(job.payload, { id: job.id });
}
async function signIn(email: string, browser: string): Promise<void> {
  const guest = portal.guest();
  const { headers } = await guest.inject({ method: 'GET', url: '/api/v1/user/userinfo' });
  const token = headers['x-csrf-token'] as string;
  await guest.inject({
    method: accounts.login.method,
    url: accounts.login.path,
    headers: { 'user-agent': browser, 'x-csrf-token': token },
    payload: { login: email, password: PASSWORD },
  });
}

type Row = { event: string; act: () => unknown; heard: Partial<Record<MailTemplate, Record<string, string>>> };
const ALL = 'mail portal';
const LET_IN = { 'new de': ALL, 'new en': `en ${ALL}`, 'new bare': 'portal' };
/** Events in chronological order with their recipients: either all variants of a role or a single user. No other user may receive a message. */
const ROWS: Row[] = [
  {
    event: 'somebody waits for approval',
    act: async () => {
      await db()
        .updateTable('person')
        .set({ state_since: new Date(MONDAY.getTime() - 3 * DAY) })
        .where('state', '=', 'pending_approval')
        .execute();
      await step('accounts.ended');
    },
    heard: { registration: { admin: ALL } },
  },
  {
    event: 'somebody is let in',
    act: () => forEach(NEW, (who) => by('admin de').call(people.approve, { params: { id: id(who) }, body: { version: 1 } })),
    heard: { accountApproved: LET_IN },
  },
  {
    event: 'a media list is shared',
    act: () => forEach(TEACHERS, addToList),
    heard: { listShared: { teacher: 'daily portal' } },
  },
  {
    event: 'a media list is archived',
    act: () => by('giver').call(medialists.archive, { params: { id: had.list } }),
    heard: { listArchived: { teacher: 'daily portal' } },
  },
  {
    event: 'a colleague shares a medium',
    act: () => forEach(TEACHERS, (who) => by('giver').call(sharedMedia.share, { body: { media: ['film'], people: [id(who)] } })),
    heard: { sharedMedium: { teacher: 'portal' } },
  },
  {
    event: 'somebody is invited',
    act: () =>
      by('admin de').call(invitations.create, {
        body: { kind: 'personal', target: 'school', role: 'teacher', email: 'fremd@x.example', own_school_only: true } as never,
      }),
    heard: { invitation: { 'fremd@x.example': 'mail' } },
  },
  {
    event: 'a password is another',
    act: async () => {
      for (const kind of ['de', 'en', 'off'])
        await by(`teacher ${kind}`).call(ownAccount.changePassword, { body: { old: PASSWORD, password: 'ein anderes Kennwort' } });
    },
    heard: { passwordChanged: { 'teacher de': ALL, 'teacher en': `en ${ALL}`, 'teacher off': ALL } },
  },
  {
    event: 'somebody signs in with a browser they never came with',
    act: async () => {
      for (const browser of ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0', 'Mozilla/5.0 (X11; Linux) Firefox/140.0'])
        for (const who of ['admin.de', 'giver', 'pupil.de', 'teacher.blocked']) await signIn(`${who}@x.example`, browser);
    },
    heard: { newDevice: { 'admin de': ALL, giver: ALL } },
  },
  {
    event: 'a purchase is asked for',
    act: () => askFor('giver'),
    heard: { purchaseAsked: { admin: ALL } },
  },
  {
    event: 'what is asked for is bought',
    act: () => forEach(TEACHERS, (who) => by('admin de').call(orders.approve, { ...purchase(who, 0), body: BUYING })),
    heard: { purchaseOrdered: { district: ALL } },
  },
  {
    event: 'what is bought is there',
    act: () => forEach(TEACHERS, (who) => by('district de').call(orders.accept, purchase(who, 0))),
    heard: { purchaseConfirmed: { teacher: ALL, admin: ALL } },
  },
  {
    event: 'what is asked for is cancelled',
    act: () => forEach(TEACHERS, (who) => by(who === 'teacher de' ? who : 'admin de').call(orders.cancel, purchase(who, 1))),
    heard: { purchaseCancelled: { teacher: ALL, admin: ALL } },
  },
  {
    event: 'a licence of the school ends',
    act: async () => {
      await licence({ school_id: 'school-a', valid_to: inDays(60) });
      await step('licences.reminders');
    },
    heard: { licenceAlert: { admin: ALL, editor: ALL } },
  },
  {
    event: 'a licence of the district ends',
    act: async () => {
      await licence({ scope: 'district', district_id: 'district-a', valid_to: inDays(7) });
      await step('licences.reminders');
    },
    heard: { licenceAlert: { district: ALL } },
  },
  {
    event: 'few seats are free, and nobody uses a licence',
    act: async () => {
      const some = { scope: 'volume', school_id: 'school-a', seats: 20, valid_from: '2025-08-01' };
      await licence({ ...some, taken: 19, in_use: 1 });
      await licence({ ...some, taken: 1 });
      await step('licences.reminders');
    },
    heard: { licenceAlert: { admin: ALL } },
  },
  {
    event: 'something is to be lent',
    act: () => placeTestOrder(by('giver'), { id: had.model, point_id: had.point }, 14, 14),
    heard: { lendingOrdered: { giver: ALL }, lendingRequest: { desk: ALL } },
  },
  {
    event: 'what is to be lent is approved',
    act: () => forEach(TEACHERS, (who) => by('desk de').call(lendingDesk.approve, { ...at(lent.get(who)!.order), body: {} })),
    heard: { lendingApproved: { teacher: ALL } },
  },
  {
    event: 'what is to be lent is changed',
    act: () =>
      forEach(TEACHERS, (who) =>
        by('desk de').call(lending.changeLine, { ...at(lent.get(who)!.line), body: { start: inDays(1), end: inDays(3) } }),
      ),
    heard: { lendingChanged: { teacher: ALL } },
  },
  {
    event: 'what is to be lent lies ready',
    act: async () => {
      let i = 0;
      await forEach(TEACHERS, (who) =>
        by('desk de').call(lendingDesk.prepare, { ...at(lent.get(who)!.line), body: { code: `A-${KINDS[i++]}` } }),
      );
    },
    heard: { lendingReady: { teacher: ALL } },
  },
  {
    event: 'what is to be lent is rejected',
    act: () => by('desk de').call(lendingDesk.reject, { ...at(lent.get('teacher off')!.next), body: { reason: 'Wartung' } }),
    heard: { lendingRejected: { 'teacher off': ALL } },
  },
  {
    event: 'somebody waits and something becomes free',
    act: () => by('giver').call(lending.cancelOrder, { ...at(had.spare), body: {} }),
    heard: { lendingOffer: { teacher: ALL } },
  },
  {
    event: 'an assignment opens',
    act: async () => {
      go(1);
      await step('assignments.notices');
    },
    heard: { assignmentOpen: { pupil: 'portal' } },
  },
  {
    event: 'somebody wants help',
    act: () =>
      by('pupil de').call(assignments.report, {
        params: { id: had.assignment.id, stepId: had.assignment.step },
        body: { event: 'help', wanted: true },
      }),
    heard: { helpWanted: { teacher: 'portal', giver: 'portal' } },
  },
  {
    event: 'a teacher comments on a step',
    act: async () => {
      const query = { show: 'learners' as const };
      const { items } = await by('giver').call(classMembers.members, { params: { id: had.class_id }, query });
      const { id: assignment, step: stepId } = had.assignment;
      for (const { id: memberId } of items)
        await by('giver').call(assignmentResults.reviewWork, {
          params: { id: assignment, stepId, memberId },
          body: { comment: 'Gut beobachtet!' },
        });
    },
    heard: { assignmentFeedback: { pupil: 'portal' } },
  },
  {
    event: 'a teacher reminds learners',
    act: () => by('giver').call(assignmentResults.remind, { params: { id: had.assignment.id }, body: {} }),
    heard: { assignmentReminder: { pupil: 'portal' } },
  },
  {
    event: 'something was handed over',
    act: async () => {
      let i = 0;
      await forEach(TEACHERS, (who) =>
        by('desk de').call(lendingDesk.handOver, { ...at(lent.get(who)!.order), body: { code: `A-${KINDS[i++]}` } }),
      );
      await runJobs('lending_receipt');
    },
    heard: { lendingReceipt: { teacher: ALL } },
  },
  {
    event: 'an assignment is due tomorrow, and something is to be brought back',
    act: async () => {
      go(2);
      await step('assignments.notices');
      await step('lending.mails');
    },
    heard: { assignmentDue: { pupil: 'portal' }, lendingDue: { teacher: ALL } },
  },
  {
    event: 'what is lent is overdue, and somebody else is to have it tomorrow',
    act: async () => {
      await forEach(
        TEACHERS.filter((who) => who !== 'teacher off'),
        (who) => by('desk de').call(lendingDesk.approve, { ...at(lent.get(who)!.next), body: {} }),
      );
      await world.take(['lendingApproved']);
      go(6);
      await step('lending.mails');
    },
    heard: {
      lendingOverdue: { teacher: ALL },
      // The desk is notified instead of the borrower, whose account is blocked.
      lendingOverdueOthers: { desk: ALL },
      lendingAtRisk: { 'teacher de': ALL, 'teacher en': `en ${ALL}`, 'teacher bare': 'portal' },
      lendingAtRiskDesk: { desk: ALL },
    },
  },
  {
    event: 'what is to be lent was not collected',
    act: async () => {
      go(10);
      await step('lending.orders');
      await step('lending.mails');
    },
    heard: { lendingState: { 'teacher de': ALL, 'teacher en': `en ${ALL}`, 'teacher bare': 'portal' } },
  },
  {
    event: 'what is lent is overdue for more than a week',
    act: () => (go(11), step('lending.mails')),
    heard: { lendingOverdue: { teacher: ALL }, lendingOverdueOthers: { admin: ALL, desk: ALL } },
  },
  {
    event: 'what is lent is overdue for more than two weeks',
    act: () => (go(18), step('lending.mails')),
    heard: { lendingOverdue: { teacher: ALL }, lendingOverdueOthers: { admin: ALL, desk: ALL } },
  },
  {
    event: 'a kept search finds something new',
    act: async () => {
      await portal.store({ identifier: 'meer', fn_titel: 'Ozean', fn_typ: '49', published: inDays(10) });
      await step('library.alerts');
    },
    heard: { savedSearchDigest: { teacher: ALL } },
  },
  {
    event: 'a month is over',
    act: async () => {
      go(31);
      await licence({ scope: 'district', district_id: 'district-a', valid_to: inDays(60) });
      await step('schools.monthlyReports');
    },
    heard: { monthlyReport: { admin: ALL, district: ALL } },
  },
  {
    event: 'the school year ends next month',
    act: async () => {
      await licence({ school_id: 'school-a', valid_to: '2026-07-31' });
      portal.setNow(new Date('2026-06-01T08:00:00Z'));
      await step('schools.yearEnd');
    },
    heard: { schoolYear: { teacher: ALL, admin: ALL, editor: ALL, desk: ALL, giver: ALL, ...LET_IN } },
  },
];

test.for(ROWS)('notifies only the intended recipients: $event', async ({ act, heard }) => {
  await act();
  const expected: Record<string, Recipients> = {};
  for (const [template, readers] of Object.entries(heard) as [MailTemplate, Record<string, string>][]) {
    expected[template] = {};
    for (const [who, how] of Object.entries(readers))
      Object.assign(
        expected[template],
        who.includes(' ') || who.includes('@') || who === 'giver' ? { [who]: how } : recipientsOf(who, template, how),
      );
  }
  expect(await world.take(Object.keys(heard) as MailTemplate[])).toEqual(expected);
});
