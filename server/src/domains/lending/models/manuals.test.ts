/** Manuals of models. The desk uploads them, and all users who see the model can read them (docs/behaviour/lending.md#manuals). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lending } from '@fundus/contract/lending/lending';
import { lendingManuals, MANUAL_BYTES } from '@fundus/contract/lending/models/manuals';
import { MAX_MANUALS } from '@fundus/contract/lending/points/points';
import { beforeAll, expect, test } from 'vitest';
import { runSweepSteps } from '../../../sweep.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, MONDAY, openPoint, stock } from '../../../testing/lending.ts';

const PDF = readFileSync(join(import.meta.dirname, '../demo/manuals/podcast-koffer.pdf')).toString('base64');

const portal = usePortal({ GeraeteVerleih: true, Type: 'bawue' });
let admin: Caller;
let kim: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin());
  kim = await portal.as(teacher());
  portal.setNow(MONDAY);
});

let brought = 0;
/** Uploads a manual. Advances the clock by a second, because manuals are sorted by time. */
const add = (who: Caller, model: { id: string }, title: string, content = PDF) => {
  portal.setNow(new Date(MONDAY.getTime() + (brought += 1) * 1_000));
  return who.call(lendingManuals.addManual, { ...at(model.id), body: { title, content } });
};
const open = (who: Caller, id: string) => who.inject({ method: 'GET', url: `/api/v1/lending/manuals/${id}` });

test('returns manuals only to users who can see the model', async () => {
  const { model } = await stock(admin, await openPoint(admin), ['K-1']);
  await expect(add(kim, model, 'Kurzanleitung')).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  const { manuals } = await add(admin, model, 'Kurz: Kamera/Ton');
  expect(manuals).toMatchObject([{ title: 'Kurz: Kamera/Ton', mime: 'application/pdf', bytes: Buffer.from(PDF, 'base64').length }]);
  expect((await kim.call(lending.model, at(model.id))).manuals).toEqual(manuals);
  const read = await open(kim, manuals[0]!.id);
  expect(read.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
  expect(read.headers['content-disposition']).toMatch(/^inline; filename\*=UTF-8''Ton\.pdf$/);
  expect(read.rawPayload.equals(Buffer.from(PDF, 'base64'))).toBe(true);
  for (const who of [await portal.as(pupil()), portal.guest(), await portal.as(teacher({ school_id: null }))])
    expect((await open(who, manuals[0]!.id)).statusCode).toBe(404);
});

test('returns manuals to guests if the point is open to guests', async () => {
  const district = await portal.as(districtAdmin());
  const { model } = await stock(district, await openPoint(district, { guests: true }), ['K-1']);
  const { manuals } = await add(district, model, 'Kurzanleitung');
  expect((await open(portal.guest(), manuals[0]!.id)).statusCode).toBe(200);
});

test('rejects invalid files and manuals above the maximum number', async () => {
  const { model } = await stock(admin, await openPoint(admin), ['K-1']);
  const html = Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64');
  await expect(add(admin, model, 'Seite', html)).rejects.toMatchObject({ code: 'unsupported_type', field: 'content' });
  await expect(add(admin, model, 'Leer', '')).rejects.toMatchObject({ field: 'content' });
  const torn = Buffer.from('%PDF-1.7 and nothing else').toString('base64');
  await expect(add(admin, model, 'Kaputt', torn)).rejects.toMatchObject({ code: 'broken_file', field: 'content' });
  const large = Buffer.concat([Buffer.from(PDF, 'base64'), Buffer.alloc(MANUAL_BYTES)]).toString('base64');
  await expect(add(admin, model, 'Groß', large)).rejects.toMatchObject({ status: 413, code: 'too_large' });
  await expect(add(admin, model, '')).rejects.toMatchObject({ status: 400, field: 'title' });
  for (let i = 1; i <= MAX_MANUALS; i++) await add(admin, model, `Teil ${i}`);
  await expect(add(admin, model, 'Einer mehr')).rejects.toMatchObject({ code: 'state_conflict', details: { reason: 'most_manuals' } });
  const titles = (await kim.call(lending.model, at(model.id))).manuals.map(({ title }) => title);
  expect(titles).toEqual(Array.from({ length: MAX_MANUALS }, (_, i) => `Teil ${i + 1}`));
});

test('deletes the file together with the manual', async () => {
  const { model } = await stock(admin, await openPoint(admin), ['K-1']);
  const first = (await add(admin, model, 'Eins')).manuals[0];
  const second = (await add(admin, model, 'Zwei')).manuals[1];
  await expect(kim.call(lendingManuals.removeManual, at(first!.id))).rejects.toMatchObject({ status: 403 });
  expect((await admin.call(lendingManuals.removeManual, at(first!.id))).manuals.map(({ title }) => title)).toEqual(['Zwei']);
  const there = async (id: string) => (await portal.portal.storage.stat(`lending/${id}.pdf`)) !== null;
  expect([await there(first!.id), await there(second!.id)]).toEqual([false, true]);
  expect((await open(kim, first!.id)).statusCode).toBe(404);
  await runSweepSteps(portal.portal);
  expect(await there(second!.id)).toBe(true);
});
