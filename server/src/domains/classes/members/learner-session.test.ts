import { randomInt } from 'node:crypto';
import { accounts } from '@fundus/contract/accounts/accounts';
import { ownAccount } from '@fundus/contract/accounts/own';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { CODE_ALPHABET, PICTURES } from '@fundus/contract/classes/rules';
import { learnerSession } from '@fundus/contract/classes/learner-session';
import { library } from '@fundus/contract/library/library';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import type { ValueOf } from '../../../db/tables.ts';
import { hashOfCode, startLearnerSession } from './learner-session.ts';
import type { Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { seal } from '../../../secrets/sealed.ts';

const portal = usePortal();
beforeAll(async () => {
  await portal.store({ identifier: 'm-1', fn_titel: 'Das Moor', fn_typ: '49', url: 'https://medien.example/1' });
});
afterEach(async () => {
  portal.setNow(null);
  await db().deleteFrom('attempt_limit').execute();
});
const db = () => portal.portal.db;

type About = { state?: ValueOf<'learner_code', 'state'>; valid_until?: string; pictures?: string[]; school_id?: string };
const signsOf = (length: number): string => Array.from({ length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');

/** Creates a usable code of the school in a class. */
async function code(about: About = {}): Promise<{ id: string; code: string }> {
  const [id, now] = [newId(), new Date()];
  const signs = signsOf(12);
  const { secret } = portal.portal;
  const row = {
    id,
    school_id: 'school-a',
    label: '8b-07',
    valid_until: '2099-07-31',
    state: 'issued' as const,
    state_since: now,
    created_at: now,
  };
  await db()
    .insertInto('learner_code')
    .values({ ...row, hash: hashOfCode(secret, signs), sealed: seal(secret, 'learner-code', signs), ...about })
    .execute();
  return { id, code: signs };
}

async function classWith(codes: readonly string[], about: Record<string, unknown> = {}): Promise<string> {
  const [id, now] = [newId(), new Date()];
  const base = {
    id,
    school_id: 'school-a',
    name: id.slice(0, 13),
    kind: 'class',
    school_year: '2026/27',
    created_at: now,
    state_since: now,
  };
  await db()
    .insertInto('class')
    .values({ ...base, ...about } as never)
    .execute();
  for (const code_id of codes)
    await db()
      .insertInto('class_member')
      .values({ id: newId(), class_id: id, code_id, role: 'student', state: 'active', joined_at: now, state_since: now })
      .execute();
  return id;
}

const signIn = async (typed: string, browser: Caller = portal.guest()): Promise<Caller> => {
  await browser.call(learnerSession.byCode, { body: { code: typed } });
  return browser;
};
const grouped = (plain: string): string => plain.toLowerCase().replace(/(.{4})(?=.)/g, '$1-');

describe('sign-in with a code', () => {
  test('accepts codes in any letter case, with or without hyphens', async () => {
    const one = await code();
    const classId = await classWith([one.id]);
    const browser = await signIn(` ${grouped(one.code)} `);
    expect(await browser.call(accounts.userinfo)).toMatchObject({
      id: one.id,
      role: 'S',
      vorname: '',
      name: '',
      email: '',
      school_id: 'school-a',
      klassenID: classId,
      by_code: { label: '8b-07', valid_until: '2099-07-31' },
    });
    const row = await db().selectFrom('learner_code').selectAll().where('id', '=', one.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'in_use', first_used_on: row.last_used_on });
  });

  test('ends the previous session of the browser', async () => {
    const browser = await portal.as({ role: 'L', school_id: 'school-a', email: 'vorher@a.example' });
    await signIn((await code()).code, browser);
    expect(await browser.call(accounts.userinfo)).toMatchObject({ email: '' });
    const rows = await db().selectFrom('session').innerJoin('person', 'person.id', 'session.person_id').select('person.email').execute();
    expect(rows.filter(({ email }) => email === 'vorher@a.example')).toEqual([]);
  });

  test('gives access to media but not to calls that require an account', async () => {
    const browser = await signIn((await code()).code);
    expect((await browser.call(catalogue.search, { query: { q: 'Moor' } })).items[0]).toMatchObject({ can: { bookmark: false } });
    expect(await browser.call(catalogue.detail, { params: { identifier: 'm-1' } })).toMatchObject({ identifier: 'm-1' });
    for (const call of [
      () => browser.call(library.history, { query: {} }),
      () => browser.call(library.setBookmark, { params: { mediaId: 'm-1' } }),
      () => browser.call(ownAccount.account),
    ])
      await expect(call()).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('counts uses for the school without storing a history', async () => {
    const browser = await signIn((await code()).code);
    const uses = async () => (await db().selectFrom('media_use').select(['school_id', 'identifier', 'uses', 'people']).execute())[0];
    for (const position of [1, 11]) await browser.call(library.savePosition, { params: { mediaId: 'm-1' }, body: { position } });
    expect(await uses()).toEqual({ school_id: 'school-a', identifier: 'm-1', uses: 1, people: 1 });
    expect(await db().selectFrom('history').select('identifier').execute()).toEqual([]);
  });

  test('ends the session at sign-out', async () => {
    const browser = await signIn((await code()).code);
    await browser.call(accounts.logout);
    expect(await browser.call(accounts.userinfo)).toBe(false);
  });
});

describe('unusable code', () => {
  test.each([
    ['unknown', {}, 401, 'wrong_credentials'],
    ['not issued', { state: 'prepared' }, 401, 'wrong_credentials'],
    ['revoked', { state: 'revoked' }, 401, 'wrong_credentials'],
    ['suspended', { state: 'suspended' }, 403, 'suspended'],
    ['expired', { valid_until: '2020-07-31' }, 410, 'expired'],
    ['revoked and expired', { state: 'revoked', valid_until: '2020-07-31' }, 401, 'wrong_credentials'],
  ] as const)('is rejected because it is %s', async (name, about, status, refusal) => {
    const one = await code(about);
    const typed = name === 'unknown' ? 'XXXX-XXXX-XXXX' : one.code;
    await expect(signIn(typed)).rejects.toMatchObject({ status, code: refusal });
  });

  test('is rejected if its school is suspended', async () => {
    const one = await code({ school_id: 'school-b' });
    const browser = await signIn(one.code);
    await db().updateTable('school').set({ state: 'suspended' }).where('id', '=', 'school-b').execute();
    expect(await browser.call(accounts.userinfo)).toBe(false);
    await expect(signIn(one.code)).rejects.toMatchObject({ code: 'suspended' });
    await db().updateTable('school').set({ state: 'active' }).where('id', '=', 'school-b').execute();
  });

  test.each([
    [{ state: 'suspended' as const }, 'suspended'],
    [{ valid_until: '2020-01-01' }, 'expired'],
    [{ state: 'revoked' as const }, 'wrong_credentials'],
  ])('is rejected if it changed after the check: %o returns %s', async (about, refusal) => {
    const one = await code();
    const { portal: source } = portal;
    const ctx = { ...source, now: new Date(), knownDevice: () => null, rememberDevice: () => {}, changeSession: () => {} } as never;
    await db().updateTable('learner_code').set(about).where('id', '=', one.id).execute();
    await expect(startLearnerSession(ctx, one.id)).rejects.toMatchObject({ code: refusal });
  });

  test('ends its sessions when it is suspended, expires or is deleted', async () => {
    for (const about of [{ state: 'suspended' as const }, { valid_until: '2020-01-01' }, null]) {
      const one = await code();
      const browser = await signIn(one.code);
      expect(await browser.call(accounts.userinfo)).not.toBe(false);
      if (about) await db().updateTable('learner_code').set(about).where('id', '=', one.id).execute();
      else await db().deleteFrom('learner_code').where('id', '=', one.id).execute();
      expect(await browser.call(accounts.userinfo)).toBe(false);
    }
  });

  test('ends its sessions after eight idle hours or twelve hours in total', async () => {
    const start = Date.parse('2026-11-20T07:00:00Z');
    const at = (hours: number) => portal.setNow(new Date(start + hours * 3_600_000));
    at(0);
    const [resting, busy] = [await signIn((await code()).code), await signIn((await code()).code)];
    at(7.9);
    expect(await busy.call(accounts.userinfo)).not.toBe(false);
    at(8.1);
    expect(await resting.call(accounts.userinfo)).toBe(false);
    at(11.9);
    expect(await busy.call(accounts.userinfo)).not.toBe(false);
    at(12.1);
    expect(await busy.call(accounts.userinfo)).toBe(false);
  });
});

describe('guessing of codes', () => {
  const wrong = (i: number): string => `XXXX-XXXX-XX${'CDFGHJKLMN'[i % 10]}${'CDFGHJKLMN'[Math.floor(i / 10)]}`;
  const refusals = async (codes: readonly string[]) => {
    const found = [];
    for (const typed of codes)
      found.push(
        await signIn(typed).then(
          () => 'in',
          (error: { code: string }) => error.code,
        ),
      );
    return found;
  };

  test('delays wrong codes after ten different guesses from an address', async () => {
    const one = await code();
    const start = Date.parse('2026-11-20T09:00:00Z');
    portal.setNow(new Date(start));
    const before = portal.pauses.length;
    expect(new Set(await refusals(Array.from({ length: 10 }, (_, i) => wrong(i))))).toEqual(new Set(['wrong_credentials']));
    expect(portal.pauses.slice(before)).toEqual([]);
    expect(await refusals([wrong(20), wrong(21), one.code, wrong(22)])).toEqual([
      'wrong_credentials',
      'wrong_credentials',
      'in',
      'wrong_credentials',
    ]);
    expect(portal.pauses.slice(before)).toEqual([1_000, 2_000, 4_000]);
    portal.setNow(new Date(start + 16 * 60_000));
    expect(await refusals([wrong(23), one.code])).toEqual(['wrong_credentials', 'in']);
    expect(portal.pauses.slice(before)).toHaveLength(3);
  });

  test('accepts a correct code from an unknown device while wrong codes of its network are delayed', async () => {
    const one = await code();
    await refusals(Array.from({ length: 10 }, (_, i) => wrong(i)));
    const { pause } = portal.portal;
    let go: () => void = () => undefined;
    const gate = new Promise<void>((open) => (go = open));
    portal.portal.pause = () => gate;
    const guesses = Array.from({ length: 20 }, (_, i) => signIn(wrong(20 + i)).catch((error: { code: string }) => error.code));
    const browser = await signIn(one.code);
    expect(await browser.call(accounts.userinfo)).toMatchObject({ id: one.id });
    go();
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['wrong_credentials']));
    portal.portal.pause = pause;
  });

  test('counts the same wrong code of a whole class as one guess', async () => {
    const one = await code();
    expect(new Set(await refusals(Array.from({ length: 30 }, () => wrong(3))))).toEqual(new Set(['wrong_credentials']));
    expect(await refusals([one.code])).toEqual(['in']);
  });
});

describe('sign-in with three pictures', () => {
  const pictures = ['cat', 'dog', 'sun'] as const;
  const byPictures = (joinCode: string, row: readonly string[] = pictures) =>
    portal.guest().call(learnerSession.byPictures, { body: { class: joinCode, pictures: row as never } });

  test('accepts the pictures only in the assigned order', async () => {
    const one = await code({ pictures: [...pictures] });
    await classWith([one.id], { name: '1a', picture_login: true, join_code: 'CDFGHJ', join_code_until: '2099-07-31' });
    expect(await portal.guest().call(learnerSession.pictureClass, { query: { class: 'cdf-ghj' } })).toEqual({
      name: '1a',
      school: 'Schule a',
    });
    expect(await byPictures('CDFGHJ')).toMatchObject({ id: one.id });
    await expect(byPictures('CDFGHJ', ['dog', 'cat', 'sun'])).rejects.toMatchObject({ code: 'wrong_credentials' });
  });

  test.each([
    ['with picture login disabled', { picture_login: false }],
    ['that is archived', { state: 'archived' }],
    ['whose join code has expired', { join_code_until: '2020-01-01' }],
  ])('is rejected in a class %s', async (_, about) => {
    const one = await code({ pictures: [...pictures] });
    const join_code = signsOf(6);
    await classWith([one.id], { picture_login: true, join_code, join_code_until: '2099-07-31', ...about });
    await expect(byPictures(join_code)).rejects.toMatchObject({ code: 'wrong_credentials' });
    await expect(portal.guest().call(learnerSession.pictureClass, { query: { class: join_code } })).rejects.toMatchObject({
      code: 'wrong_credentials',
    });
  });

  test('is rejected if two children of the class have the same pictures', async () => {
    const both = [await code({ pictures: [...pictures] }), await code({ pictures: [...pictures] })];
    const join_code = signsOf(6);
    await classWith(
      both.map(({ id }) => id),
      { picture_login: true, join_code, join_code_until: '2099-07-31' },
    );
    await expect(byPictures(join_code)).rejects.toMatchObject({ code: 'wrong_credentials' });
    await db().updateTable('learner_code').set({ state: 'revoked' }).where('id', '=', both[0]!.id).execute();
    expect(await byPictures(join_code)).toMatchObject({ id: both[1]!.id });
  });

  test('delays wrong pictures like wrong codes', async () => {
    const one = await code({ pictures: [...pictures] });
    await classWith([one.id], { picture_login: true, join_code: 'MMMMMM', join_code_until: '2099-07-31' });
    for (const third of ['apple', 'bike', 'bird', 'boat', 'car', 'cloud', 'fish', 'flower', 'house', 'key'])
      await expect(byPictures('MMMMMM', ['cat', 'dog', third])).rejects.toMatchObject({ code: 'wrong_credentials' });
    const before = portal.pauses.length;
    await expect(byPictures('MMMMMM', ['cat', 'dog', 'moon'])).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect(portal.pauses.length).toBe(before + 1);
  });

  describe('pictures guessed from many networks', () => {
    const rows = PICTURES.flatMap((first) => PICTURES.filter((second) => second !== first).map((second) => [first, second, 'turtle']));
    /** Sends pictures from another network. Returns the status of the reply. */
    const sendFrom = async (network: number, joinCode: string, row: readonly string[], browser = portal.guest()) => {
      const token = String((await browser.inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token']);
      const reply = await browser.inject({
        method: 'POST',
        url: '/api/v1/session/learner/pictures',
        headers: { 'x-csrf-token': token },
        payload: { class: joinCode, pictures: row },
        remoteAddress: `10.0.${Math.floor(network / 250)}.${network % 250}`,
      });
      return reply.statusCode;
    };

    test('are rejected after thirty wrong attempts per class and hour', async () => {
      const one = await code({ pictures: [...pictures] });
      const two = await code({ pictures: ['key', 'sun', 'moon'] });
      const classId = await classWith([one.id, two.id], {
        name: '1c',
        picture_login: true,
        join_code: 'PPPPPP',
        join_code_until: '2099-07-31',
      });
      await portal.as({ role: 'L', school_id: 'school-a', email: 'leitung@a.example' });
      const owner = await db().selectFrom('person').select('id').where('email', '=', 'leitung@a.example').executeTakeFirstOrThrow();
      const now = new Date();
      await db()
        .insertInto('class_member')
        .values({ id: newId(), class_id: classId, person_id: owner.id, role: 'owner', state: 'active', joined_at: now, state_since: now })
        .execute();
      const start = Date.parse('2026-11-23T09:00:00Z');
      portal.setNow(new Date(start));
      const tablet = portal.guest();
      await tablet.call(learnerSession.byPictures, { body: { class: 'PPPPPP', pictures: [...pictures] } });

      const guesses = await Promise.all(rows.slice(0, 60).map((row, i) => sendFrom(i, 'PPPPPP', row)));
      expect(guesses.filter((status) => status === 401)).toHaveLength(30);
      expect(guesses.filter((status) => status === 429)).toHaveLength(30);
      expect(await sendFrom(200, 'PPPPPP', pictures)).toBe(429);
      // The known device of a child cannot be used to guess the pictures of another child.
      expect(await sendFrom(201, 'PPPPPP', ['key', 'sun', 'moon'], tablet)).toBe(429);
      expect(await sendFrom(202, 'PPPPPP', pictures, tablet)).toBe(200);

      const notices = () =>
        db().selectFrom('notice').select(['notice.template', 'notice.title']).where('notice.person_id', '=', owner.id).execute();
      expect(await notices()).toEqual([{ template: 'picturesGuessed', title: 'Klasse 1c: auffällig viele falsche Bilder' }]);
      portal.setNow(new Date(start + 61 * 60_000));
      expect(await sendFrom(200, 'PPPPPP', pictures)).toBe(200);
      for (let i = 60; i < 95; i += 1) await sendFrom(i, 'PPPPPP', rows[i]!);
      expect(await notices()).toHaveLength(1);
    });
  });
});

test('delays simultaneous guesses like sequential guesses', async () => {
  const tries = [...'CDFGHJKLMNPQRTVWXY'].map((sign) => `XXXX-XXXX-XXX${sign}`);
  const before = portal.pauses.length;
  const answers = await Promise.all(tries.map((typed) => signIn(typed).catch((error: { code: string }) => error.code)));
  expect(new Set(answers)).toEqual(new Set(['wrong_credentials']));
  expect(portal.pauses.slice(before).toSorted((a, b) => a - b)).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000]);
});
