/** Something to ask each call of lending with. */
import { Readable } from 'node:stream';
import { shiftDay, today } from '@fundus/contract/days';
import { newId } from '../db/new-id.ts';
import type { Db } from '../db/open.ts';
import { hashOfKiosk } from '../http/kiosk-session.ts';
import type { TestPortal } from './index.ts';
import type { Sample, SampleWorld } from './sample-world.ts';
import { ITEM, MODEL, POINT } from './lending.ts';

const SIGNED = {
  name: 'Kim Kern',
  strokes: [
    [
      [40, 160],
      [300, 20],
    ],
  ],
};
export function lendingSamples({ portal }: TestPortal): Record<string, (w: SampleWorld) => Sample | Promise<Sample>> {
  const db = () => portal.db;

  /** A lending point of the school with one device; the days are one it lends on, whenever the test runs. */
  async function lendingOf(w: SampleWorld) {
    const [point, model, item, now] = [newId(), newId(), newId(), new Date()];
    const week = JSON.stringify(POINT.week.map((day) => ({ ...day, open: true, processed: true })));
    await db()
      .insertInto('lending_point')
      .values({ id: point, school_id: w.school, name: 'Ausleihe', week, signature: true, created_at: now })
      .execute();
    await db().insertInto('device_model').values({ id: model, point_id: point, name: 'Kamera', category: 'Film' }).execute();
    await db().insertInto('device_item').values({ id: item, point_id: point, model_id: model, code: 'K-1' }).execute();
    const day = shiftDay(today(now), 3);
    return { point, model, item, days: { model, start: day, end: day } };
  }

  /** … and an order of somebody else at the school for it. */
  async function orderOf(w: SampleWorld) {
    const [made, id, line, now] = [await lendingOf(w), newId(), newId(), new Date()];
    const { point, model, item, days } = made;
    const row = { id, number: id, point_id: point, person_id: await w.person(), school_id: w.school };
    await db()
      .insertInto('rental_order')
      .values({ ...row, title: 'Film', submitted_at: now, created_at: now })
      .execute();
    await db()
      .insertInto('rental_line')
      .values({
        ...{ id: line, order_id: id, model_id: model, item_id: item, state: 'requested' as const },
        ...{ start_on: days.start, end_on: days.end, busy_from: days.start, busy_until: days.end },
      })
      .execute();
    return { ...made, order: id, line };
  }
  const ofOrder = async (w: SampleWorld, body?: object): Promise<Sample> => ({
    params: { id: (await orderOf(w)).order },
    ...(body && { body }),
  });
  const ofLine = async (w: SampleWorld, body?: object): Promise<Sample> => ({
    params: { id: (await orderOf(w)).line },
    ...(body && { body }),
  });

  /** A device of the point with what somebody has written down of it. */
  async function damageOf(w: SampleWorld) {
    const [made, id, now] = [await lendingOf(w), newId(), new Date()];
    const about = { id, item_id: made.item, text: 'Das Gehäuse hat einen Sprung.', severity: 'limited' as const };
    await db()
      .insertInto('damage_report')
      .values({ ...about, created_at: now, changed_at: now })
      .execute();
    return { ...made, damage: id };
  }
  async function suspensionOf(w: SampleWorld) {
    const [{ point }, id] = [await lendingOf(w), newId()];
    const row = { id, point_id: point, person_id: await w.person(), reason: 'Dreimal gemahnt', created_at: new Date() };
    await db().insertInto('lending_suspension').values(row).execute();
    return id;
  }
  async function photoOf(w: SampleWorld) {
    const [{ item }, id] = [await lendingOf(w), newId()];
    const row = { id, item_id: item, mime: 'image/png', bytes: 2, width: 1, height: 1, added_at: new Date() };
    await db().insertInto('lending_photo').values(row).execute();
    await portal.storage.write(`lending/${id}.png`, Readable.from(['x']));
    return id;
  }

  async function pictureOf(w: SampleWorld) {
    const [{ model }, id] = [await lendingOf(w), newId()];
    await db()
      .insertInto('device_picture')
      .values({ id, model_id: model, place: 1, alt: 'Kamera', width: 1, height: 1, added_at: new Date() })
      .execute();
    await portal.storage.write(`lending/${id}-large.webp`, Readable.from(['x']));
    return id;
  }

  async function manualOf(w: SampleWorld) {
    const [{ model }, id] = [await lendingOf(w), newId()];
    const row = { id, model_id: model, title: 'Anleitung', mime: 'application/pdf' as const, bytes: 1, added_at: new Date() };
    await db().insertInto('device_manual').values(row).execute();
    await portal.storage.write(`lending/${id}.pdf`, Readable.from(['x']));
    return id;
  }

  /** Somebody else at the school waits for it. */
  async function waitOf(w: SampleWorld, body: object = {}): Promise<Sample> {
    const [{ model, days }, id] = [await lendingOf(w), newId()];
    const row = { id, model_id: model, person_id: await w.person(), school_id: w.school, quantity: 1, created_at: new Date() };
    await db()
      .insertInto('rental_wait')
      .values({ ...row, earliest: days.start, latest: days.end })
      .execute();
    return { params: { id }, body };
  }

  async function proposalOf(w: SampleWorld) {
    const [{ point }, id] = [await lendingOf(w), newId()];
    const row = { id, point_id: point, version: 1, fields: JSON.stringify({ max_days: 7 }), created_at: new Date() };
    await db().insertInto('lending_proposal').values(row).execute();
    return id;
  }
  async function kioskOf(w: SampleWorld) {
    const [{ point }, id, now] = [await lendingOf(w), newId(), new Date()];
    await db().insertInto('lending_kiosk').values({ id, point_id: point, name: 'Tablet', created_at: now, seen_at: now }).execute();
    return { id, point };
  }
  async function briefingOf(w: SampleWorld) {
    const [{ model }, id] = [await lendingOf(w), newId()];
    const row = { id, model_id: model, person_id: await w.person(), given_on: today(new Date()) };
    await db().insertInto('lending_briefing').values(row).execute();
    return id;
  }
  /** … with the order on its way to the school. */
  async function tourOf(w: SampleWorld) {
    const [made, tour] = [await orderOf(w), newId()];
    await db().insertInto('lending_tour').values({ id: tour, point_id: made.point, name: 'Tour Nord', weekday: 1 }).execute();
    await db().insertInto('lending_tour_stop').values({ tour_id: tour, school_id: w.school, place: 0 }).execute();
    await db().updateTable('rental_order').set({ delivery: 'courier' }).where('id', '=', made.order).execute();
    await db().updateTable('rental_line').set({ state: 'on_loan', courier: 'out' }).where('id', '=', made.line).execute();
    return { ...made, tour };
  }
  async function templateOf(w: SampleWorld) {
    const [made, id] = [await lendingOf(w), newId()];
    await db().insertInto('lending_template').values({ id, point_id: made.point, name: 'Filmabend' }).execute();
    await db().insertInto('lending_template_model').values({ template_id: id, model_id: made.model, quantity: 1 }).execute();
    return { ...made, template: id };
  }

  /** One that goes on. */
  async function inventoryOf(w: SampleWorld, more: object = {}): Promise<Sample> {
    const [{ point }, id] = [await lendingOf(w), newId()];
    await db().insertInto('lending_inventory').values({ id, point_id: point, begun_at: new Date() }).execute();
    return { params: { id }, ...more };
  }

  /** Somebody private the desk knows, and an order of theirs that costs something. */
  async function privateOf(w: SampleWorld) {
    const [made, id] = [await orderOf(w), newId()];
    await db().updateTable('lending_point').set({ private_borrowers: true, private_day_cents: 250 }).where('id', '=', made.point).execute();
    const row = { id, point_id: made.point, name: 'Frieda Falkner', address: 'Marktplatz 3', created_at: new Date() };
    await db().insertInto('private_borrower').values(row).execute();
    const theirs = { person_id: null, private_id: id, school_id: null, day_cents: 250 };
    await db().updateTable('rental_order').set(theirs).where('id', '=', made.order).execute();
    return { ...made, private_borrower: id };
  }

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
      const { model, days } = await lendingOf(w);
      return { params: { id: model }, query: { from: days.start, until: days.end } };
    },
    'lending.moveBooking': async (w) => {
      const { line, item, days } = await orderOf(w);
      return { params: { id: line }, body: { item, start: days.start, end: days.end } };
    },
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
    'lending.endSuspension': async (w) => ({ params: { id: await suspensionOf(w) } }),
    'lending.labels': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.picking': async (w) => {
      const { point, days } = await lendingOf(w);
      return { query: { point, date: days.start } };
    },
    'lending.slip': async (w) => ofOrder(w),
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
    'lending.suspend': async (w) => ofOrder(w, { reason: 'Dreimal gemahnt' }),
    'lending.suspensions': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.acceptOffer': async (w) => waitOf(w, { title: 'Film' }),
    'lending.addLines': async (w) => ({ body: { ...(await lendingOf(w)).days, quantity: 1 } }),
    'lending.approve': async (w) => ofOrder(w, {}),
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
    'lending.createItem': async (w) => ({ body: { ...ITEM, code: 'NEU', model: (await lendingOf(w)).model } }),
    'lending.createModel': async (w) => ({ body: { ...MODEL, point: (await lendingOf(w)).point } }),
    'lending.createPoint': () => ({ body: POINT }),
    'lending.declineOffer': async (w) => waitOf(w),
    'lending.desk': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
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
    'lending.exportItems': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.importItems': async (w) => ({
      body: { point: (await lendingOf(w)).point, content: Buffer.from('Code,Model\nK-1,Kamera').toString('base64'), dry_run: true },
    }),
    'lending.statistics': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.statisticsFile': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.stock': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.items': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.model': async (w) => ({ params: { id: (await lendingOf(w)).model } }),
    'lending.models': async (w) => ({ query: { point: (await lendingOf(w)).point } }),
    'lending.moveItem': async (w) => ({ params: { id: (await lendingOf(w)).item }, body: { event: 'repair' } }),
    'lending.ofMedium': () => ({ params: { identifier: 'm-1' } }),
    'lending.order': async (w) => ofOrder(w),
    'lending.prepare': async (w) => ofLine(w, { code: 'K-1' }),
    'lending.reject': async (w) => ofOrder(w, { reason: 'Vergeben' }),
    'lending.removeLine': async (w) => ofLine(w),
    'lending.renew': async (w) => ofLine(w, {}),
    'lending.submit': async (w) => ({ body: { point: (await lendingOf(w)).point, title: 'Film' } }),
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

/** What the cookie of a tablet at a lending point of a school says. */
export async function kioskTokenOf(db: Db, school_id: string): Promise<string> {
  const [point, id, token, now] = [newId(), newId(), newId(), new Date()];
  await db
    .insertInto('lending_point')
    .values({ id: point, school_id, name: 'Ausleihe', week: JSON.stringify(POINT.week), created_at: now })
    .execute();
  const row = { id, point_id: point, name: 'Tablet', token_hash: hashOfKiosk(token), created_at: now, seen_at: now };
  await db.insertInto('lending_kiosk').values(row).execute();
  return token;
}
