/** Mails about news, and the news feed. */
import { ownAccount } from '@fundus/contract/accounts/own';
import { classes } from '@fundus/contract/classes/classes';
import { news } from '@fundus/contract/news/news';
import { parse as parseXml, validate } from 'fast-xml-parser';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { Mail } from '../../mail/compose.ts';
import { runSweepSteps } from '../../sweep.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { at, bring, jpeg, publish, step, write } from '../../testing/news.ts';
import { insertPeople } from '../accounts/index.ts';
import { sendNewsDigest } from './digest.ts';
import { sweepNews } from './sweep.ts';

/** 10 a.m. in Berlin. */
const NOW = new Date('2026-11-21T09:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const hours = (count: number) => later(60 * count);

const portal = usePortal({ Type: 'bawue' }, { publicUrl: 'https://medien.example' });
let admin: Caller;
let kreis: Caller;
beforeAll(async () => {
  portal.setNow(NOW);
  await portal.as(teacher({ email: 'lehrt@a.example', vorname: 'Ada', name: 'Amsel' }));
  admin = await portal.as(schoolAdmin({ email: 'leitung@a.example' }));
  kreis = await portal.as(districtAdmin({ email: 'kreis@a.example' }));
  await portal.as(pupil({ role: 'S', email: 'lernt@a.example' }));
  await portal.as(teacher({ school_id: 'school-b', email: 'lehrt@b.example' }));
  await portal.as({ role: 'P', school_id: 'school-a', email: 'buero@a.example' });
  await db().updateTable('person').set({ locale: 'en' }).where('email', '=', 'buero@a.example').execute();
});
beforeEach(async () => {
  portal.setNow(NOW);
  await db().deleteFrom('news').execute();
  await db().deleteFrom('job').execute();
  await db()
    .updateTable('person')
    .set({ created_at: hours(-24), news_mailed_at: null, muted: [], state: 'active' })
    .execute();
});

const db = () => portal.portal.db;
const mails = async (): Promise<Mail[]> =>
  (await db().selectFrom('job').select('payload').where('kind', '=', 'mail').orderBy('id').execute()).map(({ payload }) =>
    Mail.parse(payload),
  );
const readers = async () => (await mails()).map(({ to }) => to.address).sort();
const mail = { notify: 'mail' };
const german = (title: string): string[] => Array<string>(2).fill(`Neuigkeit: ${title}`);

describe('digest', () => {
  test('sends each staff member one mail with all news addressed to them', async () => {
    await publish(admin, 'Ausflug', { ...mail, texts: { de: { title: 'Ausflug', teaser: 'Am Montag' }, en: { title: 'Trip' } } });
    portal.setNow(later(1));
    await publish(kreis, 'Für alle', { ...mail, audience: 'district' });
    await publish(admin, 'Für Lernende', { ...mail, roles: 'learner' });
    await publish(admin, 'Nur im Portal');
    portal.setNow(later(5));
    await sweepNews(portal.portal);
    expect(await readers()).toEqual(['buero@a.example', 'kreis@a.example', 'lehrt@a.example', 'lehrt@b.example', 'leitung@a.example']);
    const to = async (address: string) => (await mails()).find((each) => each.to.address === address)!;
    const teachers = await to('lehrt@a.example');
    expect(teachers.subject).toBe('2 Neuigkeiten: Für alle und weitere');
    const text = JSON.stringify(teachers.body);
    for (const part of ['Ausflug', 'Am Montag', 'Schule a', 'Kreis A', 'Für alle']) expect(text).toContain(part);
    expect(text).not.toMatch(/Lernende|Nur im Portal/);
    const [item] = (await admin.call(news.list, { query: {} })).items.filter(({ title }) => title === 'Ausflug');
    expect(teachers.body).toContainEqual({ kind: 'link', label: 'Ausflug', href: `/news/${item!.id}` });
    expect(teachers).toMatchObject({ language: 'de', settings: { href: '/account/notifications' } });
    expect(await to('buero@a.example')).toMatchObject({ language: 'en', subject: '2 news items: Für alle and more' });
    expect(JSON.stringify((await to('buero@a.example')).body)).toContain('Trip');
    expect(await to('lehrt@b.example')).toMatchObject({ subject: 'Neuigkeit: Für alle' });
  });

  test('includes each news item once', async () => {
    const first = await publish(admin, 'Eins', mail);
    await publish(admin, 'Morgen', { ...mail, display_at: hours(24).toISOString() });
    await sweepNews(portal.portal);
    expect(await readers()).toHaveLength(3);
    await step(admin, await step(admin, await step(admin, first, 'archive'), 'restore'), 'publish');
    for (const hour of [1, 2, 3]) {
      portal.setNow(hours(hour));
      await sweepNews(portal.portal);
    }
    expect(await readers()).toHaveLength(3);
    portal.setNow(hours(25));
    await sweepNews(portal.portal);
    const subjects = (await mails()).map(({ subject }) => subject).sort();
    expect(subjects).toEqual([...german('Eins'), ...german('Morgen'), 'News: Eins', 'News: Morgen']);
  });

  test('includes news published by a process with a slow clock', async () => {
    await publish(admin, 'Eins', mail);
    portal.setNow(later(5));
    await sweepNews(portal.portal);
    portal.setNow(later(2));
    await publish(admin, 'Zwei', mail);
    portal.setNow(later(3));
    await sweepNews(portal.portal);
    expect((await mails()).map(({ subject }) => subject).sort()).toEqual([...german('Eins'), 'News: Eins']);
    portal.setNow(later(24 * 60));
    await sweepNews(portal.portal);
    expect((await mails()).map(({ subject }) => subject).sort()).toEqual([
      ...german('Eins'),
      ...german('Zwei'),
      'News: Eins',
      'News: Zwei',
    ]);
  });

  test('is not sent at night', async () => {
    portal.setNow(new Date('2026-11-21T03:00:00Z'));
    await db()
      .updateTable('person')
      .set({ created_at: hours(-48) })
      .execute();
    const quick = await publish(admin, 'Schnell', mail);
    await publish(admin, 'Nachts', mail);
    await runSweepSteps(portal.portal);
    expect(await mails()).toEqual([]);
    await step(admin, quick, 'archive');
    portal.setNow(NOW);
    await sweepNews(portal.portal);
    expect((await mails()).map(({ subject }) => subject).sort()).toEqual([...german('Nachts'), 'News: Nachts']);
    await portal.as(teacher({ email: 'neu@a.example' }));
    await db()
      .updateTable('person')
      .set({ created_at: later(1) })
      .where('email', '=', 'neu@a.example')
      .execute();
    portal.setNow(hours(1));
    await sweepNews(portal.portal);
    expect(await mails()).toHaveLength(3);
    await db().deleteFrom('person').where('email', '=', 'neu@a.example').execute();
  });

  test('excludes users who disabled mails or are blocked', async () => {
    const reader = await portal.signIn('lehrt@a.example');
    await reader.call(ownAccount.setNotifications, { body: { notifications: [{ name: 'news', mail: 'off', portal: true }] } });
    await db().updateTable('person').set({ state: 'blocked' }).where('email', '=', 'buero@a.example').execute();
    await publish(admin, 'Eins', mail);
    await sweepNews(portal.portal);
    expect(await readers()).toEqual(['leitung@a.example']);
    await db().updateTable('person').set({ muted: [], state: 'active' }).execute();
    portal.setNow(hours(96));
    await sweepNews(portal.portal);
    expect(await readers()).toEqual(['leitung@a.example']);
  });

  test('includes news of a class only for its teachers', async () => {
    const reader = await portal.signIn('lehrt@a.example');
    const { id } = await reader.call(classes.create, { body: { name: '8b' } });
    await publish(admin, 'Klasse', { ...mail, audience: 'classes', targets: [id] });
    await sweepNews(portal.portal);
    expect(await readers()).toEqual(['lehrt@a.example']);
  });

  test('continues after a crash without skipping or repeating recipients', async () => {
    const many = Array.from({ length: 450 }, (_, i) => `viele-${i}@a.example`);
    const base = {
      vorname: 'A',
      name: 'B',
      role: 'L' as const,
      school_admin: '0' as const,
      district_admin: '0' as const,
      capabilities: [],
      school_id: 'school-a',
      district_id: null,
    };
    await insertPeople(
      db(),
      many.map((email) => ({ ...base, id: newId(), email, password_hash: null })),
    );
    await db()
      .updateTable('person')
      .set({ created_at: hours(-24) })
      .execute();
    await publish(admin, 'Eins', mail);
    let transactions = 0;
    const { db: real } = portal.portal;
    const dying = new Proxy(real, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target) as unknown;
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        return () => ({
          execute: (work: (trx: typeof real) => Promise<unknown>) =>
            real.transaction().execute(async (trx) => {
              const done = await work(trx);
              // The first transaction is the one that starts the round.
              if ((transactions += 1) === 3) throw new Error('the power went out');
              return done;
            }),
        });
      },
    });
    await expect(sendNewsDigest({ ...portal.portal, db: dying })).rejects.toThrow('the power went out');
    // Two of the first hundred users are not addressed: the district administrator and a teacher of another school.
    expect((await mails()).length).toBe(98);
    portal.setNow(hours(1));
    await Promise.all([sendNewsDigest(portal.portal), sendNewsDigest(portal.portal)]);
    const all = await readers();
    expect([all.length, new Set(all).size]).toEqual([453, 453]);
    await db().deleteFrom('person').where('email', 'like', 'viele-%').execute();
  });
});

describe('feed', () => {
  const plain = (text: string): string =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  const parse = (xml: string) =>
    parseXml(xml, {
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      arrayMode: (name) => name === 'entry',
      parseNodeValue: false,
      tagValueProcessor: plain,
      attrValueProcessor: plain,
    }) as { feed: Record<string, unknown> & { entry?: Record<string, unknown>[] } };
  const feed = async (who: Caller) => {
    const answer = await who.inject({ method: 'GET', url: '/api/v1/news/feed.xml' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(validate(answer.body)).toBe(true);
    return parse(answer.body).feed;
  };

  test('contains public news with absolute URLs', async () => {
    const picture = await bring(kreis, await jpeg());
    const title = 'Tag & Nacht <b>"offen"</b>';
    const body = `<p>Für alle: 1 &lt; 2</p><p><img src="${picture.href}" alt="Ein Baum"></p>`;
    await kreis.call(news.setCategories, { body: { items: [{ slug: 'feste', labels: { de: 'Feste & Feiern' } }], expected: [] } });
    const { id } = await publish(kreis, '', {
      audience: 'public',
      category: 'feste',
      texts: { de: { title, teaser: 'Kommt!', body }, en: { title: 'Open day' } },
    });
    await publish(kreis, 'Kreis', { audience: 'district' });
    await publish(kreis, 'Lehrkräfte', { audience: 'public', roles: 'teacher' });
    await write(kreis, 'Entwurf', { audience: 'public' });
    const found = await feed(portal.guest());
    expect(found).toMatchObject({
      '@xmlns': 'http://www.w3.org/2005/Atom',
      id: 'https://medien.example/api/v1/news/feed.xml',
      updated: NOW.toISOString(),
      link: [{ '@rel': 'self', '@href': 'https://medien.example/api/v1/news/feed.xml' }, { '@href': 'https://medien.example/news' }],
    });
    expect(found.title).toMatch(/: Neuigkeiten$/);
    expect(found.entry).toHaveLength(1);
    expect(found.entry![0]).toMatchObject({
      id: `urn:uuid:${id}`,
      title,
      summary: 'Kommt!',
      published: NOW.toISOString(),
      updated: NOW.toISOString(),
      author: { name: 'Kreis A' },
      category: { '@term': 'feste', '@label': 'Feste & Feiern' },
      link: { '@rel': 'alternate', '@href': `https://medien.example/news/${id}` },
      content: {
        '@type': 'html',
        '#text': `<p>Für alle: 1 &lt; 2</p><p><img src="https://medien.example${picture.href}" alt="Ein Baum" /></p>`,
      },
    });
    const draft = await kreis.call(news.draft, at(id));
    portal.setNow(later(7));
    const texts = { de: { title: 'Neu' } };
    await kreis.call(news.change, { ...at(id), body: { audience: 'public', texts, display_at: draft.display_at, version: draft.version } });
    expect((await feed(admin)).entry).toMatchObject([{ title: 'Neu', published: NOW.toISOString(), updated: later(7).toISOString() }]);
  });

  test('contains at most the thirty newest items', async () => {
    expect(await feed(portal.guest())).toMatchObject({ updated: '1970-01-01T00:00:00.000Z' });
    for (let i = 0; i < 32; i += 1) {
      portal.setNow(new Date(NOW.getTime() + i * 1_000));
      await publish(kreis, `Nr. ${i}`, { audience: 'public' });
    }
    const { entry } = await feed(portal.guest());
    expect([entry!.length, entry![0]!.title, entry!.at(-1)!.title]).toEqual([30, 'Nr. 31', 'Nr. 2']);
  });
});
