/** Sample requests for all calls of lending. */
import { shiftDay, today } from '@fundus/contract/days';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import { hashOfKiosk } from '../../http/sessions/kiosk-session.ts';
import type { TestPortal } from '../index.ts';
import type { Sample, SampleWorld } from './sample-world.ts';
import { at, ITEM, MODEL, POINT } from '../lending.ts';
import { lendingThings } from './lending-things.ts';

const SIGNED = {
  name: 'Kim Kern',
  strokes: [
    [
      [40, 160],
      [300, 20],
    ],
  ],
};

export function lendingSamples(portal: TestPortal): Record<string, (w: SampleWorld) => Sample | Promise<Sample>> {
  const {
    lendingOf,
    orderOf,
    ofOrder,
    ofLine,
    damageOf,
    suspensionOf,
    noteOf,
    photoOf,
    pictureOf,
    manualOf,
    waitOf,
    proposalOf,
    kioskOf,
    briefingOf,
    tourOf,
    templateOf,
    inventoryOf,
    privateOf,
  } = lendingThings(portal);

  return {
    'lending.privateBorrowers': async (w) => ({ query: { point: (await privateOf(w)).point } }),
    'lending.addPrivateBorrower': async (w) => {
      const { point } = await privateOf(w);
      return { body: { point, name: 'Kim Kern', address: 'Marktplatz 4', email: '', phone: '' } };
    },
    'lending.changePrivateBorrower': async (w) => ({
      params: { id: (await privateOf(w)).private_borrower },
      body: { id_checked: true, version: 1 },
    }),
    'lending.removePrivateBorrower': async (w) => ({ params: { id: (await privateOf(w)).private_borrower } }),
    'lending.privateBorrowerData': async (w) => ({ params: { id: (await privateOf(w)).private_borrower } }),
    'lending.fee': async (w) => ({ params: { id: (await privateOf(w)).order } }),
    'lending.notePayment': async (w) => ({ params: { id: (await privateOf(w)).order }, body: { kind: 'paid', cents: 250 } }),
    'lending.fees': async (w) => ({ query: { point: (await privateOf(w)).point } }),
    'lending.feesFile': async (w) => ({ query: { point: (await privateOf(w)).point } }),
    'lending.proposals': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.propose': async (w) => ({ params: { id: (await lendingOf(w)).point }, body: { version: 1, max_days: 7 } }),
    'lending.acceptProposal': async (w) => ({ params: { id: await proposalOf(w) }, body: {} }),
    'lending.declineProposal': async (w) => ({ params: { id: await proposalOf(w) }, body: { reason: 'Bleibt so' } }),
    'lending.undoProposal': async (w) => ({ params: { id: await proposalOf(w) } }),
    'lending.withdrawProposal': async (w) => ({ params: { id: await proposalOf(w) }, body: {} }),
    'lending.agree': async (w) => ofOrder(w, { asked_at: new Date().toISOString() }),
    'lending.disagree': async (w) => ofOrder(w, { reason: 'Nicht ohne mich' }),
    'lending.teachers': async (w) => ({ query: { point: (await lendingOf(w)).point, q: 'mus' } }),
    'lending.inventories': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.beginInventory': async (w) => ({ body: { point: (await lendingOf(w)).point } }),
    'lending.inventory': async (w) => inventoryOf(w),
    'lending.countItem': async (w) => inventoryOf(w, { body: { code: 'K-1' } }),
    'lending.finishInventory': async (w) => inventoryOf(w, { body: { lose: true } }),
    'lending.dropInventory': async (w) => inventoryOf(w),
    'lending.inventoryReport': async (w) => inventoryOf(w, { query: { format: 'csv' } }),
    'lending.brief': async (w) => {
      const { order, model } = await orderOf(w);
      return { params: { id: order }, body: { model } };
    },
    'lending.courier': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.tours': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.createTour': async (w) => {
      const { point } = await lendingOf(w);
      return { body: { point, name: 'Tour Nord', weekday: 1, schools: [w.school] } };
    },
    'lending.changeTour': async (w) => ({ params: { id: (await tourOf(w)).tour }, body: { name: 'Tour Süd', version: 1 } }),
    'lending.tourEffects': async (w) => ({ params: { id: (await tourOf(w)).tour }, body: { weekday: 2 } }),
    'lending.removeTour': async (w) => ({ params: { id: (await tourOf(w)).tour } }),
    'lending.tourDay': async (w) => ({ params: { id: (await tourOf(w)).tour }, query: { date: today(new Date()) } }),
    'lending.tourSheet': async (w) => ({ params: { id: (await tourOf(w)).tour }, query: { date: today(new Date()) } }),
    'lending.markTour': async (w) => {
      const { tour, line } = await tourOf(w);
      return { params: { id: tour }, body: { lines: [line], to: 'brought' } };
    },
    'lending.timeline': async (w) => {
      const { point, days } = await lendingOf(w);
      return { query: { point, from: days.start, until: days.end } };
    },
    'lending.moveBooking': async (w) => {
      const { line, item, days } = await orderOf(w);
      return { params: { id: line }, body: { item, start: days.start, end: days.end } };
    },
    'lending.scan': async (w) => ({ query: { point: (await lendingOf(w)).point, code: 'K-1' } }),
    'lending.putReady': async (w) => ({ body: { point: (await lendingOf(w)).point, code: 'K-1' } }),
    'lending.briefings': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.endBriefing': async (w) => ({ params: { id: await briefingOf(w) } }),
    'lending.templates': async (w) => ({ query: { point: (await templateOf(w)).point } }),
    'lending.createTemplate': async (w) => {
      const { point, model } = await lendingOf(w);
      return { body: { point, name: 'Filmabend', words: '', models: [{ model, quantity: 1 }] } };
    },
    'lending.changeTemplate': async (w) => ({ params: { id: (await templateOf(w)).template }, body: { name: 'Filmtag', version: 1 } }),
    'lending.removeTemplate': async (w) => ({ params: { id: (await templateOf(w)).template } }),
    'lending.takeTemplate': async (w) => {
      const { template, days } = await templateOf(w);
      return { body: { template, start: days.start, end: days.end } };
    },
    'lending.addPhoto': async (w) => ({ body: { item: (await lendingOf(w)).item, content: 'TVo=' } }),
    'lending.changeDamage': async (w) => ({ params: { id: (await damageOf(w)).damage }, body: { state: 'examined', version: 1 } }),
    'lending.damage': async (w) => ({ query: { point: (await damageOf(w)).point } }),
    'lending.exportDamage': async (w) => ({ query: { point: (await damageOf(w)).point } }),
    'lending.endSuspension': async (w) => ({ params: { id: await suspensionOf(w) } }),
    'lending.labels': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.picking': async (w) => {
      const { point, days } = await lendingOf(w);
      return { query: { point, date: days.start } };
    },
    'lending.slip': async (w) => ofOrder(w),
    'lending.slips': async (w) => {
      const { point, order, line } = await orderOf(w);
      await portal.portal.db.updateTable('rental_line').set({ state: 'ready' }).where('id', '=', line).execute();
      return { query: { point, orders: order } };
    },
    'lending.pass': async (w) => ({ params: { id: (await damageOf(w)).item } }),
    'lending.photo': async (w) => ({ params: { id: await photoOf(w) } }),
    'lending.addPicture': async (w) => ({ params: { id: (await lendingOf(w)).model }, body: { alt: 'Kamera', content: 'TVo=' } }),
    'lending.changePicture': async (w) => ({ params: { id: await pictureOf(w) }, body: { alt: 'Kamera von vorn' } }),
    'lending.removePicture': async (w) => ({ params: { id: await pictureOf(w) } }),
    'lending.addManual': async (w) => ({ params: { id: (await lendingOf(w)).model }, body: { title: 'Anleitung', content: 'TVo=' } }),
    'lending.removeManual': async (w) => ({ params: { id: await manualOf(w) } }),
    'lending.manual': async (w) => ({ params: { id: await manualOf(w) } }),
    'lending.picture': async (w) => ({ params: { id: await pictureOf(w) } }),
    'lending.recordCondition': async (w) => ({ params: { id: (await lendingOf(w)).item }, body: { kind: 'check', result: 'ok' } }),
    'lending.reportDamage': async (w) => ({
      body: { item: (await lendingOf(w)).item, severity: 'limited', text: 'Das Gehäuse hat einen Sprung.' },
    }),
    'lending.identifyScan': async (w) => ({ body: { point: (await lendingOf(w)).point, code: 'K-1' } }),
    'lending.borrowerPage': async (w) => ({ ...at(await w.person()), query: { point: (await lendingOf(w)).point } }),
    'lending.borrowerHistory': async (w) => ({ ...at(await w.person()), query: { point: (await lendingOf(w)).point } }),
    'lending.addNote': async (w) => ({ ...at(await w.person()), body: { point: (await lendingOf(w)).point, text: 'Kabel fehlt oft' } }),
    'lending.removeNote': async (w) => at(await noteOf(w)),
    'lending.messageBorrower': async (w) => ({
      ...at(await w.person()),
      body: { point: (await lendingOf(w)).point, text: 'Bitte melden' },
    }),
    'lending.suspendBorrower': async (w) => ({ ...at(await w.person()), body: { point: (await lendingOf(w)).point, reason: 'Gemahnt' } }),
    'lending.briefBorrower': async (w) => {
      const { point, model } = await lendingOf(w);
      return { ...at(await w.person()), body: { point, model } };
    },
    'lending.devicePage': async (w) => at((await lendingOf(w)).item),
    'lending.suspend': async (w) => ofOrder(w, { reason: 'Dreimal gemahnt' }),
    'lending.suspensions': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.acceptOffer': async (w) => waitOf(w, { title: 'Film' }),
    'lending.addToCart': async (w) => ({ body: { ...(await lendingOf(w)).days, quantity: 1 } }),
    'lending.approve': async (w) => ofOrder(w, {}),
    'lending.undoDecision': async (w) => ofOrder(w),
    'lending.calendar': async (w) => {
      const { model, days } = await lendingOf(w);
      return { params: { id: model }, query: { from: days.start, until: days.end } };
    },
    'lending.cancelLine': async (w) => ofLine(w, { reason: 'Defekt' }),
    'lending.cancelOrder': async (w) => ofOrder(w, { reason: 'Defekt' }),
    'lending.cancelWait': async (w) => waitOf(w),
    'lending.cart': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.changeItem': async (w) => ({ params: { id: (await lendingOf(w)).item }, body: { shelf: 'B2' } }),
    'lending.changeLine': async (w) => {
      const { days, line } = await orderOf(w);
      return { params: { id: line }, body: { start: days.start, end: days.end } };
    },
    'lending.changeModel': async (w) => ({ params: { id: (await lendingOf(w)).model }, body: { name: 'Film', version: 1 } }),
    'lending.changePoint': async (w) => ({ params: { id: (await lendingOf(w)).point }, body: { max_days: 7, version: 1 } }),
    'lending.pointEffects': async (w) => ({ params: { id: (await lendingOf(w)).point }, body: { pickup_grace: 4 } }),
    'lending.createItem': async (w) => ({ body: { ...ITEM, code: 'NEU', model: (await lendingOf(w)).model } }),
    'lending.createModel': async (w) => ({ body: { ...MODEL, point: (await lendingOf(w)).point } }),
    'lending.createPoint': () => ({ body: POINT }),
    'lending.declineOffer': async (w) => waitOf(w),
    'lending.desk': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.desks': () => ({}),
    'lending.deskOrder': async (w) => ofOrder(w),
    'lending.deskOrders': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.deskTasks': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.prepareOrder': async (w) => ofOrder(w),
    'lending.exportDesk': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.endFeed': () => ({}),
    'lending.kiosks': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.addKiosk': async (w) => ({ body: { point: (await lendingOf(w)).point, name: 'Tablet' } }),
    'lending.endKiosk': async (w) => ({ params: { id: (await kioskOf(w)).id } }),
    'lending.pairKiosk': () => ({ body: { code: 'XXXX-XXXX' } }),
    'lending.kioskBorrower': () => ({ body: { card: 'XXXX' } }),
    'lending.kioskTake': () => ({ body: { card: 'XXXX', code: 'K-1' } }),
    'lending.kioskReturn': () => ({ body: { code: 'K-1' } }),
    'lending.kioskComplain': () => ({ body: { line: newId(), result: 'damaged' } }),
    'lending.favourites': () => ({}),
    'lending.addFavourite': async (w) => ({ params: { id: (await lendingOf(w)).model }, body: {} }),
    'lending.removeFavourite': async (w) => ({ params: { id: (await lendingOf(w)).model } }),
    'lending.feed': () => ({}),
    'lending.feedFile': () => ({ params: { token: 'x' } }),
    'lending.makeFeed': () => ({ body: {} }),
    'lending.repeat': async (w) => ofOrder(w, { start: shiftDay(today(new Date()), 7) }),
    'lending.handOver': async (w) => ofOrder(w, { code: 'K-1', until: today(new Date()), signature: SIGNED }),
    'lending.deliver': async (w) => ({ body: { point: (await lendingOf(w)).point, delivery: 'pickup' } }),
    'lending.hold': async (w) => ({ body: { point: (await lendingOf(w)).point } }),
    'lending.readHolidays': () => ({
      body: { content: Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR').toString('base64') },
    }),
    'lending.holidays': async () => ({ params: { land: 'NW' } }),
    'lending.exportItems': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.importItems': async (w) => ({
      body: { point: (await lendingOf(w)).point, content: Buffer.from('Code,Model\nK-1,Kamera').toString('base64'), dry_run: true },
    }),
    'lending.migration': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.migrate': async (w) => ({
      params: { step: 'loans' },
      body: {
        point: (await lendingOf(w)).point,
        content: Buffer.from('Barcode;Entleiher;Ausgeliehen am;Fällig am\nK-1;1;1.3.2026;2.3.2026').toString('base64'),
        dry_run: true,
      },
    }),
    'lending.migrationTemplate': async (w) => ({ params: { table: 'loans' }, query: { point: (await lendingOf(w)).point } }),
    'lending.startReminders': async (w) => ({ body: { point: (await lendingOf(w)).point, overdue: 'first' } }),
    'lending.statistics': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.statisticsFile': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.stock': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.items': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.model': async (w) => ({ params: { id: (await lendingOf(w)).model } }),
    'lending.models': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.moveItem': async (w) => ({ params: { id: (await lendingOf(w)).item }, body: { event: 'repair' } }),
    'lending.addCopies': async (w) => ({ params: { identifier: 'm-1' }, body: { point: (await lendingOf(w)).point } }),
    'lending.ofMedium': () => ({ params: { identifier: 'm-1' } }),
    'lending.order': async (w) => ofOrder(w),
    'lending.prepare': async (w) => ofLine(w, { code: 'K-1' }),
    'lending.reject': async (w) => ofOrder(w, { reason: 'Vergeben' }),
    'lending.removeFromCart': async (w) => ofLine(w),
    'lending.renew': async (w) => ofLine(w, {}),
    'lending.placeOrder': async (w) => ({ body: { point: (await lendingOf(w)).point, title: 'Film' } }),
    'lending.wait': async (w) => {
      const { days } = await lendingOf(w);
      return { body: { model: days.model, earliest: days.start, latest: days.end } };
    },
    'lending.waiting': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.borrowers': async (w) => ({ query: { point: (await lendingOf(w)).point, q: 'Nobody' } }),
    'lending.orderFor': async (w) => {
      const { point, model, days } = await lendingOf(w);
      const { start, end } = days;
      return { body: { point, person: await w.person(), models: [{ model, quantity: 1 }], start, end, title: 'Film' } };
    },
    'lending.walkUp': async (w) => ({
      body: { point: (await lendingOf(w)).point, person: await w.person(), code: 'K-1', signature: SIGNED },
    }),
    'lending.takeBack': async (w) => ({ body: { point: (await lendingOf(w)).point, code: 'K-1' } }),
  };
}

/** Creates a lending point of a school and returns the cookie of a kiosk tablet at it. */
export async function createKioskToken(db: Db, school_id: string): Promise<string> {
  const [point, id, token, now] = [newId(), newId(), newId(), new Date()];
  await db
    .insertInto('lending_point')
    .values({ id: point, school_id, name: 'Ausleihe', week: JSON.stringify(POINT.week), created_at: now })
    .execute();
  const row = { id, point_id: point, name: 'Tablet', token_hash: hashOfKiosk(token), created_at: now, seen_at: now };
  await db.insertInto('lending_kiosk').values(row).execute();
  return token;
}
