/** Sample data for calls of lending: lending points, devices, orders, and objects that depend on them. */
import { Readable } from 'node:stream';
import { shiftDay, today } from '@fundus/contract/days';
import { newId } from '../../db/new-id.ts';
import type { TestPortal } from '../index.ts';
import { POINT } from '../lending.ts';
import type { Sample, SampleWorld } from './sample-world.ts';

/** Returns functions that each create one kind of object together with its dependencies. */
export function lendingThings({ portal }: TestPortal) {
  const db = () => portal.db;

  /** Creates a lending point of the school with one device. It is open on every day, so that tests can run at any time. */
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

  /** Creates an order for the device by another person at the school. */
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

  /** Creates a device with a damage report. */
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
  async function noteOf(w: SampleWorld) {
    const [{ point }, id] = [await lendingOf(w), newId()];
    const row = { id, point_id: point, person_id: await w.person(), text: 'Kabel fehlt oft', created_at: new Date() };
    await db().insertInto('lending_note').values(row).execute();
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

  /** Creates an entry in the waiting list for another person at the school. */
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
  /** Creates an order that is being delivered to the school. */
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

  /** Creates an inventory that is not finished. */
  async function inventoryOf(w: SampleWorld, more: object = {}): Promise<Sample> {
    const [{ point }, id] = [await lendingOf(w), newId()];
    await db().insertInto('lending_inventory').values({ id, point_id: point, begun_at: new Date() }).execute();
    return { params: { id }, ...more };
  }

  /** Creates a private borrower registered at the desk, with an order that has been paid. */
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
  };
}
