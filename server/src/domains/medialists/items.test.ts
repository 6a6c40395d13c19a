/** Adding, moving and removing items of media lists, also concurrently (docs/behaviour/medialists.md#items). */
import { excerpts } from '@fundus/contract/catalogue/excerpts';
import { medialists as lists } from '@fundus/contract/medialists/medialists';
import { medialistItems as items } from '@fundus/contract/medialists/items';
import { medialistSharing as sharing } from '@fundus/contract/medialists/sharing';
import { accounts } from '@fundus/contract/accounts/accounts';
import { DAY } from '@fundus/contract/days';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import type { UserCtx } from '../../http/context.ts';
import { readListener } from '../../visitors/listener.ts';
import { sweepLists } from './sweep.ts';

const portal = usePortal();
let anna: Caller;
let ben: Caller;
let id: string;
const refused = (code: string, field?: string) => expect.objectContaining({ code, ...(field && { field }) });
const medium = (identifier: string) => ({ kind: 'medium' as const, identifier });
const heading = (title: string) => ({ kind: 'heading' as const, title });

beforeAll(async () => {
  await portal.store(
    ...['a', 'b', 'c', 'd'].map((identifier) => ({ identifier, fn_titel: identifier.toUpperCase(), fn_typ: '49', duration: 100 })),
  );
  anna = await portal.as(teacher({ email: 'anna@x.example' }));
  ben = await portal.as(teacher({ email: 'ben@x.example' }));
});
beforeEach(async () => {
  const list = await anna.call(lists.create, { body: { title: 'Reihe', visibility: 'school', items: ['a', 'b', 'c'].map(medium) } });
  id = list.id;
  const userId = ((await ben.call(accounts.userinfo)) as { id: string }).id;
  await anna.call(sharing.setMember, { params: { id, userId }, body: { role: 'editor' } });
});

const read = () => anna.call(lists.read, { params: { id } });
const titles = async () => (await read()).contents.map(({ title, body }) => title || body);
const itemOf = async (title: string) => (await read()).contents.find((item) => item.title === title)!;
const move = async (caller: Caller, title: string, after: string | null) =>
  caller.call(items.moveItem, {
    params: { id, itemId: (await itemOf(title)).id },
    body: { after_id: after === null ? null : (await itemOf(after)).id },
  });

test('rejects a duplicate medium unless the request forces it', async () => {
  const add = (force: boolean) => anna.call(items.addItems, { params: { id }, body: { items: [medium('a'), medium('d')], force } });
  await expect(add(false)).rejects.toEqual(refused('already_exists', 'items'));
  expect(await titles()).toEqual(['A', 'B', 'C']);
  await add(true);
  expect(await titles()).toEqual(['A', 'B', 'C', 'A', 'D']);
});

test('inserts items after a given item, at the start and at the end', async () => {
  const put = async (title: string, after_id?: string | null) =>
    anna.call(items.addItems, { params: { id }, body: { items: [heading(title)], ...(after_id !== undefined && { after_id }) } });
  await put('Ende');
  await put('Anfang', null);
  await put('Mitte', (await itemOf('A')).id);
  expect(await titles()).toEqual(['Anfang', 'A', 'Mitte', 'B', 'C', 'Ende']);
});

test('keeps all items during concurrent moves', async () => {
  await Promise.all([move(anna, 'A', 'C'), move(ben, 'C', null)]);
  expect((await titles()).sort()).toEqual(['A', 'B', 'C']);
  await move(ben, 'B', null);
  await move(anna, 'A', 'B');
  expect((await titles()).slice(0, 2)).toEqual(['B', 'A']);
});

test('rejects moving an item after a removed item', async () => {
  const [a, b] = [await itemOf('A'), await itemOf('B')];
  await ben.call(items.removeItem, { params: { id, itemId: b.id } });
  const move = anna.call(items.moveItem, { params: { id, itemId: a.id }, body: { after_id: b.id } });
  await expect(move).rejects.toEqual(refused('version_conflict', 'after_id'));
  expect(await titles()).toEqual(['A', 'C']);
});

test('keeps the order of items after sixty moves to the same position', async () => {
  let order = (await read()).contents.map((item) => item.id);
  for (let turn = 0; turn < 60; turn++) {
    const [first, ...rest] = order;
    await anna.call(items.moveItem, { params: { id, itemId: order.at(-1)! }, body: { after_id: first! } });
    order = [first!, order.at(-1)!, ...rest.slice(0, -1)];
  }
  expect((await read()).contents.map((item) => item.id)).toEqual(order);
});

test('moves several items in the given order after another item', async () => {
  const ids = async (...names: string[]) => Promise.all(names.map(async (name) => (await itemOf(name)).id));
  await anna.call(items.moveItems, { params: { id }, body: { items: await ids('C', 'A'), after_id: (await itemOf('B')).id } });
  expect(await titles()).toEqual(['B', 'C', 'A']);
});

test('rejects a change to an item with a stale version', async () => {
  const a = await itemOf('A');
  const change = (caller: Caller, note_learner: string) =>
    caller.call(items.changeItem, { params: { id, itemId: a.id }, body: { version: a.version, note_learner } });
  await change(ben, 'Achte auf den Ton.');
  await expect(change(anna, 'Zähle mit.')).rejects.toEqual(refused('version_conflict', 'version'));
  expect((await itemOf('A')).note_learner).toBe('Achte auf den Ton.');
  const title = anna.call(items.changeItem, { params: { id, itemId: a.id }, body: { version: a.version + 1, title: 'Anders' } });
  await expect(title).rejects.toEqual(refused('validation_failed', 'title'));
});

test('keeps a copied excerpt after the original is deleted', async () => {
  const excerpt = await anna.call(excerpts.addExcerpt, { params: { identifier: 'd' }, body: { title: 'Kern', start_s: 10, end_s: 30 } });
  await anna.call(items.addItems, { params: { id }, body: { items: [{ kind: 'excerpt', excerpt_id: excerpt.id }] } });
  await anna.call(excerpts.removeExcerpt, { params: { id: excerpt.id } });
  const part = await itemOf('Kern');
  expect(part).toMatchObject({ kind: 'sequence', identifier: 'd', start_s: 10, end_s: 30, availability: 'playable' });
  const change = (end_s: number) =>
    anna.call(items.changeItem, { params: { id, itemId: part.id }, body: { version: part.version, end_s } });
  await expect(change(10.5)).rejects.toEqual(refused('validation_failed', 'end_s'));
  await expect(change(500)).rejects.toEqual(refused('validation_failed', 'end_s'));
  expect((await change(40)).end_s).toBe(40);
});

test('adds media to several lists without duplicates', async () => {
  const other = await anna.call(lists.create, { body: { title: 'Zweite', visibility: 'school' } });
  const done = await anna.call(items.addToLists, { body: { lists: [id, other.id], items: [medium('a'), medium('d')] } });
  expect(done).toMatchObject({ had: 1 });
  expect(done.added).toHaveLength(3);
  const { lists: offered } = await anna.call(items.listsWith, { body: { media: ['a', 'd'] } });
  expect(offered.filter((list) => [id, other.id].includes(list.id)).map(({ has }) => has)).toEqual([true, true]);
  const third = await anna.call(lists.create, { body: { title: 'Nur A', items: [medium('a')] } });
  const [found] = (await anna.call(items.listsWith, { body: { media: ['a', 'd'], q: 'nur a' } })).lists;
  expect(found).toEqual({ id: third.id, title: 'Nur A', items: 1, has: false });
  await anna.call(items.removeItems, { body: { items: done.added } });
  expect(await titles()).toEqual(['A', 'B', 'C']);
  await anna.call(items.restoreItems, { body: { items: done.added } });
  expect(await titles()).toEqual(['A', 'B', 'C', 'D']);
});

test('restores a removed item at its previous position for one day', async () => {
  const b = await itemOf('B');
  await anna.call(items.removeItem, { params: { id, itemId: b.id } });
  await anna.call(items.restoreItems, { body: { items: [b.id] } });
  expect(await titles()).toEqual(['A', 'B', 'C']);
  await anna.call(items.removeItem, { params: { id, itemId: b.id } });
  await sweepLists({ db: portal.portal.db, now: () => new Date(Date.now() + DAY + 1_000) });
  await expect(anna.call(items.restoreItems, { body: { items: [b.id] } })).rejects.toEqual(refused('not_found', 'items'));
});

test('skips duplicates when items are moved to another list', async () => {
  const other = await anna.call(lists.create, { body: { title: 'Ziel', visibility: 'school', items: [medium('a')] } });
  const some = await Promise.all(['A', 'B'].map(async (title) => (await itemOf(title)).id));
  const done = await ben
    .call(items.copyItems, { params: { id }, body: { items: some, lists: [other.id] } })
    .catch((error: unknown) => error);
  expect(done).toEqual(refused('forbidden'));
  expect(await anna.call(items.copyItems, { params: { id }, body: { items: some, lists: [other.id], move: true } })).toMatchObject({
    had: 1,
  });
  expect(await titles()).toEqual(['C']);
  expect((await anna.call(lists.read, { params: { id: other.id } })).contents.map(({ title }) => title)).toEqual(['A', 'B']);
});

test('replaces the medium of an item without changing its position and notes', async () => {
  const b = await itemOf('B');
  await anna.call(items.changeItem, { params: { id, itemId: b.id }, body: { version: b.version, note_teacher: 'Ton leise' } });
  const replace = (identifier: string) => anna.call(items.replaceItem, { params: { id, itemId: b.id }, body: { identifier } });
  await expect(replace('a')).rejects.toEqual(refused('already_exists', 'identifier'));
  expect(await replace('d')).toMatchObject({ title: 'D', note_teacher: 'Ton leise' });
  expect(await titles()).toEqual(['A', 'D', 'C']);
});

test('limits a list to two hundred items', async () => {
  const many = Array.from({ length: 50 }, (_, i) => heading(`${i}`));
  for (let turn = 0; turn < 3; turn++) await anna.call(items.addItems, { params: { id }, body: { items: many } });
  const over = anna.call(items.addItems, { params: { id }, body: { items: many } });
  await expect(over).rejects.toMatchObject({ code: 'validation_failed', problems: ['items max'] });
  expect((await read()).contents).toHaveLength(153);
});

test('sends live updates of a list only to visitors who may see it', async () => {
  const answer = await portal.portal.live.stream('x', `medialist:${id}`, async () => null).catch((error: unknown) => error);
  expect(answer).toEqual(refused('not_found', 'id'));
  const said: string[] = [];
  let sees = true;
  const stream = await portal.portal.live.stream('x', `medialist:${id}`, async () =>
    sees ? { content_version: (await read()).content_version } : null,
  );
  const body = stream.body as NodeJS.ReadableStream;
  const ended = new Promise<void>((done) => void body.on('end', done).on('data', (chunk) => void said.push(String(chunk))));
  const before = (await read()).content_version;
  await anna.call(items.addItems, { params: { id }, body: { items: [heading('Neu')] } });
  await expect.poll(() => said.join('')).toContain(`data: {"content_version":${before + 1}}`);
  sees = false;
  await anna.call(items.addItems, { params: { id }, body: { items: [heading('Noch eins')] } });
  await ended;
  expect(said.join('')).not.toContain(`"content_version":${before + 2}`);
});

test('ends the live updates of a visitor whose session was deleted', async () => {
  const caller = await portal.as(teacher({ email: 'hört@x.example' }));
  const { id: userId } = (await caller.call(accounts.userinfo)) as { id: string };
  const { db } = portal.portal;
  const session = await db.selectFrom('session').select('session.id').where('session.person_id', '=', userId).executeTakeFirstOrThrow();
  const listens = () => readListener({ db, user: { id: userId, session_id: session.id } as UserCtx['user'] }, new Date());
  expect((await listens())?.id).toBe(userId);
  await db.deleteFrom('session').where('session.id', '=', session.id).execute();
  expect(await listens()).toBeUndefined();
});
