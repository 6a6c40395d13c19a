/** Creating and using share links of media lists, and limits on their use (docs/behaviour/medialists.md#links). */
import { medialists as lists } from '@fundus/contract/medialists/medialists';
import { medialistItems as items } from '@fundus/contract/medialists/items';
import { medialistLinks as links, type ShareLink } from '@fundus/contract/medialists/links';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { accounts } from '@fundus/contract/accounts/accounts';
import { DAY } from '@fundus/contract/days';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { csrfToken } from '../../../http/sessions/csrf.ts';
import { contentToken, readContentToken } from '../../files/signature.ts';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const NOW = new Date('2026-11-23T09:00:00Z');
const portal = usePortal();
let anna: Caller;
let ben: Caller;
let admin: Caller;
let listId: string;
const refused = (code: string, more: object = {}) => expect.objectContaining({ code, ...more });
const FILM = randomBytes(5_000);

beforeAll(async () => {
  portal.setNow(NOW);
  const licensed = { fn_typ: '49', licences: [{ scope: 'none' as const }] };
  for (const identifier of ['frei', 'fremd', 'verborgen', 'daheim', 'lehrkraft'])
    await portal.portal.storage.write(`a/${identifier}.mp4`, Readable.from(FILM));
  const film = (identifier: string) => ({
    ...{ role: 'main' as const, mime: 'video/mp4', path: `a/${identifier}.mp4`, bytes: FILM.length },
  });
  await portal.store(
    { identifier: 'frei', fn_titel: 'Wasser', fn_typ: '49', duration: 60, files: [film('frei')] },
    { identifier: 'fremd', fn_titel: 'Nicht in der Liste', fn_typ: '49', files: [film('fremd')] },
    { identifier: 'verborgen', fn_titel: 'Nur für Lehrkräfte gedacht', fn_typ: '49', files: [film('verborgen')] },
    { identifier: 'daheim', fn_titel: 'Nur in der Schule', ...licensed, files: [film('daheim')] },
    { identifier: 'lehrkraft', fn_titel: 'Für Lehrkräfte', ...licensed, files: [film('lehrkraft')] },
    { identifier: 'nichts', fn_titel: 'Ohne Lizenz', ...licensed },
  );
  const rights = { stream: true, download: true, home_use: true, lms_embed: true, edit: false };
  const row = (identifier: string, more: object, allowed: object = {}) => ({
    ...{ id: newId(), identifier, scope: 'district', district_id: 'district-a', seats: 0, origin: 'hand' },
    ...{ rights: JSON.stringify({ ...rights, ...allowed }), ...more },
  });
  await portal.portal.db
    .insertInto('licence')
    .values([row('daheim', {}, { home_use: false }), row('lehrkraft', { audience: 'teacher' })] as never)
    .execute();
  anna = await portal.as(teacher({ email: 'anna@x.example' }));
  const made = { fn_typ: '79', url: 'https://medien.example/1', content_hash: '', published: '2026-01-01', free: false };
  for (const [identifier, rights_source] of [
    ['eigenes', 'own'],
    ['erlaubt', 'permission'],
  ] as const) {
    await portal.portal.db
      .insertInto('media_item')
      .values({ ...made, identifier, fn_titel: identifier })
      .execute();
    const about = { identifier, school_id: 'school-a', created_at: NOW, given_at: NOW, rights_source };
    await portal.portal.db.insertInto('own_material').values(about).execute();
  }
  ben = await portal.as(teacher({ email: 'ben@x.example' }));
  admin = await portal.as(schoolAdmin({ email: 'admin@x.example' }));
  const medium = (identifier: string) => ({ kind: 'medium' as const, identifier });
  const body = {
    title: 'Wasser in 8b',
    visibility: 'school' as const,
    items: [
      { ...medium('frei'), note_teacher: 'Nach zehn Minuten anhalten', note_learner: 'Was verdunstet?' },
      { kind: 'sequence' as const, identifier: 'frei', title: 'Verdunstung', start_s: 10, end_s: 20 },
      { ...medium('verborgen'), visible_to_learners: false },
      medium('daheim'),
      medium('lehrkraft'),
      medium('nichts'),
      medium('eigenes'),
      medium('erlaubt'),
    ],
  };
  listId = (await anna.call(lists.create, { body })).id;
});
beforeEach(() => portal.setNow(NOW));

const make = (body: object = {}, by = anna): Promise<ShareLink> => by.call(links.createLink, { params: { id: listId }, body });
const tokenOf = ({ path }: ShareLink): string => path!.split('/').at(-1)!;
async function open(link: ShareLink, password?: string, code = tokenOf(link)): Promise<Caller> {
  const visitor = portal.guest();
  await visitor.call(links.openLink, { body: { code, ...(password !== undefined && { password }) } });
  return visitor;
}
/** Opens the link and returns the cookie of the share-link session. */
async function sidOf(link: ShareLink): Promise<string> {
  const headers = { 'x-csrf-token': csrfToken(portal.portal.secret, undefined, NOW) };
  const { cookies } = await portal.app.inject({ method: 'POST', url: links.openLink.path, headers, payload: { code: tokenOf(link) } });
  return cookies.find(({ name }) => name === 'portal_link')!.value;
}
const film = (visitor: Caller, identifier = 'frei') => visitor.call(links.linkedMedium, { params: { identifier } });
const get = (visitor: Caller, url: string, headers: Record<string, string> = {}) => visitor.inject({ method: 'GET', url, headers });

test('creates a link that is valid until the end of the school year', async () => {
  const link = await make({ name: 'Für die Eltern' });
  expect(link).toMatchObject({ name: 'Für die Eltern', valid_until: '2027-07-31', state: 'active', opened: 0, has_password: false });
  expect(tokenOf(link)).toMatch(/^[\w-]{22}$/);
  expect(link.code).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  const visitor = await open(link, undefined, link.code!.toLowerCase());
  expect(await visitor.call(links.linked)).toMatchObject({ kind: 'link', title: 'Wasser in 8b', school: 'Schule a' });
  const { links: listed } = await admin.call(links.links, { params: { id: listId } });
  expect(listed.find(({ id }) => id === link.id)).toMatchObject({ opened: 1, last_opened_on: '2026-11-23', can: { change: false } });
  expect(await portal.portal.db.selectFrom('session').select(['device', 'person_id']).where('link_id', '=', link.id).execute()).toEqual([
    { device: '', person_id: null },
  ]);
  await expect(make({ valid_until: '2026-11-22' })).rejects.toEqual(refused('validation_failed', { problems: ['valid_until range'] }));
  await expect(make({ valid_until: '2027-12-29' })).rejects.toEqual(refused('validation_failed', { problems: ['valid_until range'] }));
  await expect(make({}, ben)).rejects.toEqual(refused('forbidden'));
  await expect(make({}, admin)).rejects.toEqual(refused('forbidden'));
});

test('hides items for teachers from visitors', async () => {
  const visitor = await open(await make());
  const { contents } = await visitor.call(links.linked);
  expect(contents.map(({ title, available, note_teacher }) => [title, available, note_teacher])).toEqual([
    ['Wasser', true, ''],
    ['Verdunstung', true, ''],
    ['Nur in der Schule', false, ''],
    ['Für Lehrkräfte', false, ''],
    ['Ohne Lizenz', false, ''],
    ['eigenes', true, ''],
    ['erlaubt', false, ''],
  ]);
  expect(JSON.stringify(await visitor.call(links.linked))).not.toContain('anna');
  const medium = await film(visitor);
  expect(medium.files.map(({ download_href }) => download_href)).toEqual([null]);
  for (const identifier of ['fremd', 'verborgen', 'daheim', 'lehrkraft', 'nichts', 'erlaubt', 'gibt-es-nicht'])
    await expect(film(visitor, identifier), identifier).rejects.toEqual(refused('not_found'));
});

test('grants access only to the list of the link', async () => {
  const visitor = await open(await make());
  expect(await visitor.call(accounts.userinfo)).toBe(false);
  await expect(visitor.call(lists.read, { params: { id: listId } })).rejects.toEqual(refused('login_required'));
  await expect(visitor.call(catalogue.detail, { params: { identifier: 'frei' } })).rejects.toEqual(refused('login_required'));
  await expect(visitor.call(catalogue.search, { query: { q: 'Wasser' } })).rejects.toEqual(refused('login_required'));
  // The id of a share-link session is not accepted in the cookie of user sessions either.
  const sid = 'x'.repeat(43);
  const { link_id } = await portal.portal.db
    .selectFrom('session')
    .select('link_id')
    .where('link_id', 'is not', null)
    .executeTakeFirstOrThrow();
  await portal.portal.db
    .insertInto('session')
    .values({
      id_hash: createHash('sha256').update(sid).digest('hex'),
      link_id,
      expires_at: new Date(NOW.getTime() + DAY),
      last_seen_at: NOW,
    })
    .execute();
  for (const value of [sid, `c.${sid}`])
    expect((await portal.app.inject({ url: accounts.userinfo.path, cookies: { portal_sid: value } })).json()).toBe(false);
  await ben.call(links.openLink, { body: { code: tokenOf(await make()) } });
  expect(await ben.call(accounts.userinfo)).toMatchObject({ email: 'ben@x.example' });
  expect(await ben.call(links.linked)).toMatchObject({ title: 'Wasser in 8b' });
  await ben.call(links.closeLink);
  await expect(ben.call(links.linked)).rejects.toEqual(refused('wrong_credentials'));
});

test('rejects file requests after the medium or the link is removed', async () => {
  const link = await make();
  const visitor = await open(link);
  const { href } = (await film(visitor)).files[0]!;
  expect((await get(visitor, href)).rawPayload).toEqual(FILM);
  expect((await get(visitor, href, { range: 'bytes=100-199' })).rawPayload).toEqual(FILM.subarray(100, 200));
  // The content token cannot be altered to download the file, or to read another file.
  const grant = readContentToken(portal.portal.secret, href.split('/')[2]!, NOW);
  if (grant === null || grant === 'expired') throw new Error('no grant');
  const others = await portal.portal.db.selectFrom('media_file').select('id').where('identifier', '<>', 'frei').execute();
  expect(others).toHaveLength(4);
  for (const more of [{ use: 'save' as const }, { use: 'edit' as const }, ...others.map(({ id }) => ({ file: id }))])
    expect((await get(visitor, `/content/${contentToken(portal.portal.secret, { ...grant, ...more }, NOW)}/film.mp4`)).statusCode).toBe(
      403,
    );
  const { contents } = await anna.call(lists.read, { params: { id: listId } });
  const two = contents.filter(({ identifier }) => identifier === 'frei').map(({ id }) => id);
  await anna.call(items.removeItems, { body: { items: two } });
  expect((await get(visitor, href, { range: 'bytes=0-9' })).statusCode).toBe(403);
  await anna.call(items.restoreItems, { body: { items: two } });
  expect((await get(visitor, href, { range: 'bytes=0-9' })).statusCode).toBe(206);
  const stream = await portal.app.inject({
    url: links.linkedEvents.path,
    payloadAsStream: true,
    cookies: { portal_link: await sidOf(link) },
  });
  const said: Buffer[] = [];
  const ended = new Promise<void>((resolve) =>
    (stream.stream() as Readable).on('data', (chunk: Buffer) => said.push(chunk)).on('end', resolve),
  );
  await anna.call(links.revokeLink, { params: { id: listId, linkId: link.id } });
  await ended;
  expect(Buffer.concat(said).toString()).toContain('content_version');
  expect((await get(visitor, href, { range: 'bytes=0-9' })).statusCode).toBe(403);
  await expect(visitor.call(links.linked)).rejects.toEqual(refused('wrong_credentials'));
  await expect(open(link)).rejects.toEqual(refused('revoked', { details: { school: 'Schule a' } }));
});

test('ends sessions when the password of the link changes', async () => {
  const link = await make({ password: 'Wolke 7' });
  await expect(open(link)).rejects.toEqual(refused('forbidden', { details: { reason: 'password' } }));
  await expect(open(link, 'Wolke 8')).rejects.toEqual(refused('forbidden', { field: 'password', details: { reason: 'wrong_password' } }));
  const visitor = await open(link, 'Wolke 7');
  const { href } = (await film(visitor)).files[0]!;
  await anna.call(links.changeLink, { params: { id: listId, linkId: link.id }, body: { password: 'Regen 3' } });
  await expect(visitor.call(links.linked)).rejects.toEqual(refused('wrong_credentials'));
  expect((await get(visitor, href)).statusCode).toBe(403);
  for (let i = 0; i < 12; i++) await expect(open(link, 'Wolke 7')).rejects.toEqual(refused('forbidden'));
  await open(link, 'Regen 3');
});

test('blocks unknown devices after thirty wrong passwords in an hour', async () => {
  const link = await make({ password: 'Wolke 7', name: 'Für 8b' });
  const known = await open(link, 'Wolke 7');
  for (let i = 0; i < 30; i++) await expect(open(link, `Wolke ${10 + i}`)).rejects.toEqual(refused('forbidden'));
  await expect(open(link, 'Wolke 7')).rejects.toEqual(refused('too_many_attempts'));
  await known.call(links.openLink, { body: { code: link.path!.split('/').at(-1)!, password: 'Wolke 7' } });
  const notices = await portal.portal.db.selectFrom('notice').select('notice.title').where('notice.template', '=', 'linkGuessed').execute();
  expect(notices).toEqual([{ title: 'Link zur Medienliste „Wasser in 8b“: auffällig viele falsche Passwörter' }]);
  portal.setNow(new Date(NOW.getTime() + 61 * 60_000));
  await open(link, 'Wolke 7');
});

test('ends a session after four hours or on the last day of the link', async () => {
  const link = await make({ valid_until: '2026-11-23' });
  const visitor = await open(link);
  portal.setNow(new Date('2026-11-23T13:01:00Z'));
  await expect(visitor.call(links.linked)).rejects.toEqual(refused('wrong_credentials'));
  portal.setNow(new Date('2026-11-23T22:30:00Z'));
  const late = await open(link);
  portal.setNow(new Date('2026-11-23T23:01:00Z'));
  await expect(late.call(links.linked)).rejects.toEqual(refused('wrong_credentials'));
  await expect(open(link)).rejects.toEqual(refused('expired', { details: { school: 'Schule a' } }));
  portal.setNow(NOW);
  const other = await make();
  const reader = await open(other);
  await anna.call(lists.archive, { params: { id: listId } });
  await expect(reader.call(links.linked)).rejects.toEqual(refused('wrong_credentials'));
  await expect(open(other)).rejects.toEqual(refused('expired'));
  await expect(make()).rejects.toEqual(refused('locked'));
  await anna.call(lists.restore, { params: { id: listId } });
  expect(await reader.call(links.linked)).toMatchObject({ title: 'Wasser in 8b' });
});

test('opens the list read-only for a substitute teacher on the same day', async () => {
  const link = await make({ kind: 'substitute' }, admin);
  expect(link.valid_until).toBe('2026-11-23');
  await expect(make({ kind: 'substitute', valid_until: '2026-11-24' })).rejects.toEqual(refused('validation_failed'));
  const colleague = await open(link, undefined, link.code!);
  const { kind, contents } = await colleague.call(links.linked);
  expect(kind).toBe('substitute');
  expect(contents.map(({ title, available }) => [title, available])).toEqual([
    ['Wasser', true],
    ['Verdunstung', true],
    ['Nur für Lehrkräfte gedacht', true],
    ['Nur in der Schule', true],
    ['Für Lehrkräfte', true],
    ['Ohne Lizenz', false],
    ['eigenes', true],
    ['erlaubt', true],
  ]);
  expect(contents[0]!.note_teacher).toBe('Nach zehn Minuten anhalten');
  expect((await get(colleague, (await film(colleague, 'lehrkraft')).files[0]!.href)).statusCode).toBe(200);
  await expect(colleague.call(lists.change, { params: { id: listId }, body: { version: 1, title: 'Neu' } })).rejects.toEqual(
    refused('login_required'),
  );
  portal.setNow(new Date('2026-11-23T23:00:01Z'));
  await expect(colleague.call(links.linked)).rejects.toEqual(refused('wrong_credentials'));
});

test('delays responses to wrong codes without revealing the reason', async () => {
  const before = portal.pauses.length;
  const signs = 'CDFGHJKLMNPQ';
  for (let i = 0; i < 12; i++)
    await expect(portal.guest().call(links.openLink, { body: { code: `CCCCCCC${signs[i]}` } })).rejects.toEqual(
      refused('wrong_credentials'),
    );
  expect(portal.pauses.length).toBeGreaterThan(before);
});

test('limits each list to twenty valid links', async () => {
  const { links: listed } = await anna.call(links.links, { params: { id: listId } });
  for (let i = listed.filter(({ state }) => state === 'active').length; i < 20; i++) await make();
  await expect(make()).rejects.toEqual(refused('state_conflict', { details: { reason: 'most_links', most: 20 } }));
});
