/** Tests how readers of a new portal see the news of the demo. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { news } from '@fundus/contract/news/news';
import { beforeAll, expect, test } from 'vitest';
import { usePortal } from '../../testing/use-portal.ts';
import { makeDemo } from './demo.ts';

const portal = usePortal();
const NOW = new Date('2026-11-21T09:00:00Z');
beforeAll(async () => {
  portal.setNow(NOW);
});

test('dates the demo news relative to today', async () => {
  const { db, storage } = portal.portal;
  const person = await portal.as({ role: 'L', school_id: 'school-a', school_admin: '1' });
  const made = { id: crypto.randomUUID(), school_id: 'school-a', name: '8b', kind: 'class' as const, school_year: '2026/27' };
  await db
    .insertInto('class')
    .values({ ...made, created_at: NOW, state_since: NOW })
    .execute();
  const media = (path: string): Buffer => readFileSync(join(import.meta.dirname, '../../../../demo/src/media', path));
  await makeDemo({ db, storage, now: NOW, school_id: 'school-a', district_id: 'district-a', media });
  const list = await person.call(news.list, { query: { lang: 'en' } });
  expect(list.items.map(({ title, language }) => `${language} ${title}`)).toEqual([
    'en Reading night in the library',
    'de Physik: Wir messen im Labor',
    'en Training: working with excerpts of films',
    'en Media centre: open longer on Wednesdays',
  ]);
  expect(list.items[0]).toMatchObject({ pinned: true, cover: { width: 1_600, height: 904 } });
  expect(list.items[0]!.teaser).toMatch(/^On 10 December the school/);
  expect(list.items.filter(({ unread }) => unread)).toHaveLength(1);
  const { counts } = await person.call(news.manage, { query: {} });
  expect(counts).toMatchObject({ draft: 1, published: 2, scheduled: 0 });
  const drawn = await person.inject({ method: 'GET', url: list.items[0]!.cover!.href });
  expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([200, 'image/webp']);
  const { attachments } = await person.call(news.read, { params: { id: list.items[1]!.id }, query: {} });
  expect((await person.inject({ method: 'GET', url: attachments[0]!.href })).rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  for (const item of list.items) {
    const { body, teaser } = await person.call(news.read, { params: { id: item.id }, query: {} });
    expect(body + teaser).not.toMatch(/\{\{|\}\}/);
  }
});
