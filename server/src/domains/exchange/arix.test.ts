/** Tests ARIX as Moodle and systems of media centres use it. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf, elementsAt, readText, textAt } from '@fundus/importer/xml/elements';
import { readXml, type XmlElement } from '@fundus/importer/xml/read-xml';
import { beforeAll, describe, expect, test } from 'vitest';
import { usePortal } from '../../testing/use-portal.ts';
import { addConsumer } from './index.ts';

const portal = usePortal({}, { publicUrl: 'https://medien.example' });
let secret: string;

beforeAll(async () => {
  mkdirSync(join(portal.dataDir, 'files'), { recursive: true });
  writeFileSync(join(portal.dataDir, 'files', 'watt.mp3'), 'sound');
  const files = [{ mime: 'audio/mpeg', path: 'watt.mp3', bytes: 5 }];
  const of = (target: string, rights = {}) => [{ scope: 'school' as const, target, rights }];
  await portal.store(
    { identifier: 'free-1', fn_titel: 'Watt für alle', fn_typ: '49', fn_geb: ['22004'], url: 'https://example.org/watt' },
    {
      identifier: 'ours-1',
      fn_titel: 'Leben im Watt',
      fn_typ: '29',
      fn_adressat: ['A(5)'],
      fn_schlag: ['Wurm', 'Ebbe'],
      files,
      licences: of('school-a'),
    },
    { identifier: 'ours-2', fn_titel: 'Watt, nur hier', fn_typ: '29', files, licences: of('school-a', { lms_embed: false }) },
    { identifier: 'theirs', fn_titel: 'Watt anderswo', fn_typ: '29', fn_schlag: ['Fremdes'], files, licences: of('school-b') },
  );
  const added = await addConsumer(portal.portal, { name: 'moodle', district: 'district-a', school: 'school-a' });
  if (!('secret' in added)) throw new Error(added.problem);
  ({ secret } = added);
});

async function ask(statement: string, context = 'NRW/district-a/school-a', remoteAddress = '127.0.0.1'): Promise<XmlElement> {
  const answer = await portal.app.inject({
    method: 'POST',
    url: `/arix/${context}`,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ xmlstatement: statement }).toString(),
  });
  expect(answer.statusCode).toBe(200);
  return readXml(answer.body);
}

const found = async (statement: string, context?: string): Promise<(string | undefined)[]> =>
  childrenOf(await ask(statement, context), 'r')
    .map((each) => each.attributes.identifier)
    .sort();
const search = (condition: string, attributes = ''): string => `<search fields='titel,typ' ${attributes}>${condition}</search>`;
const watt = "<condition field='titel_fields'>watt</condition>";

test('finds only free media and media licensed for the school', async () => {
  expect(await found(search(watt))).toEqual(['free-1', 'ours-1', 'ours-2']);
  expect(await found(search(watt), 'NRW')).toEqual(['free-1']);
  expect(await found(search(''))).toEqual(['free-1', 'ours-1', 'ours-2']);
  expect(await found(search(`${watt}<condition field='titel_fields' operator='OR' option='BEGIN'>leb all</condition>`))).toEqual([
    'free-1',
    'ours-1',
  ]);
  expect(await found(search('', "eaf='220'"))).toEqual(['free-1']);
  const page = await ask(search(watt, "limit='1,1'"));
  expect([page.attributes.resume, childrenOf(page).length]).toEqual(['1', 1]);
  const [record] = childrenOf(await ask("<search fields='titel,typ'><condition field='nr'>ours-1</condition></search>"), 'r');
  expect(childrenOf(record!, 'f').map((field) => [field.attributes.n, readText(field)])).toEqual([
    ['titel', 'Leben im Watt'],
    ['typ', '29'],
  ]);
  expect(await found("<harvest start='0' count='10'/>")).toEqual(['free-1', 'ours-1', 'ours-2']);
  expect(elementsAt(await ask("<taxonomy type='typen'/>"), 't').length).toBeGreaterThan(10);
  expect(elementsAt(await ask("<taxonomy type='schlag'/>"), 't').map((word) => textAt(word, 'key'))).toEqual(['Ebbe', 'Wurm']);
});

test('accepts a signed notch only once and for half an hour', async () => {
  const notch = async (identifier: string) => ask(`<notch identifier='${identifier}'/>`);
  const link = async (id: string | undefined, text: string) => ask(`<link id='${id}'>${text}</link>`);
  const sign = (text: string): string => createHash('md5').update(`${text}:${secret}`).digest('hex');
  expect([(await notch('theirs')).name, (await notch('ours-2')).name]).toEqual(['error', 'error']);
  const first = await notch('ours-1');
  const answer = await link(first.attributes.id, sign(readText(first)));
  const [direct] = childrenOf(answer, 'a');
  expect([answer.attributes.size, readText(direct!)]).toEqual(['1 MByte', 'direct']);
  const { pathname } = new URL(direct!.attributes.href!);
  expect((await portal.app.inject(`${pathname}?play`)).body).toBe('sound');
  expect((await link(first.attributes.id, sign(readText(first)))).name).toBe('error');
  const second = await notch('ours-1');
  expect((await link(second.attributes.id, sign('another'))).name).toBe('error');
  // A wrong signature invalidates the notch.
  expect((await link(second.attributes.id, sign(readText(second)))).name).toBe('error');
  const late = await notch('ours-1');
  portal.setNow(new Date(Date.now() + 6 * 60_000));
  expect((await link(late.attributes.id, sign(readText(late)))).name).toBe('error');
  portal.setNow(new Date(Date.now() + 31 * 60_000));
  expect((await portal.app.inject(pathname)).statusCode).toBe(403);
  portal.setNow(null);
  const free = await notch('free-1');
  const [elsewhere] = childrenOf(await link(free.attributes.id, sign(readText(free))), 'a');
  expect(elsewhere!.attributes.href).toBe('https://example.org/watt');
});

test('plays media only from the network of the login and for half an hour', async () => {
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
  const login = (name: string, password: string, context?: string) => ask(`<login user_id='${name}' password='${password}'/>`, context);
  expect((await login('moodle', md5('another'))).attributes).toEqual({ allow: 'no' });
  expect((await login('nobody', md5(secret))).attributes).toEqual({ allow: 'no' });
  const given = await login('moodle', md5(secret));
  expect(given.attributes.allow).toBe('yes');
  const { tmpuser } = given.attributes;
  const play = async (word: string, user = tmpuser, address = '127.0.0.1') => {
    const notch = await ask("<notch identifier='ours-1'/>");
    const statement = `<link id='${notch.attributes.id}' tmpuser='${user}'>${md5(`${readText(notch)}:${word}`)}</link>`;
    return (await ask(statement, undefined, address)).name;
  };
  const word = readText(given);
  expect([await play(word), await play(secret), await play(word, 'verleih.9999999999')]).toEqual(['link', 'error', 'error']);
  expect([await play(word, tmpuser, '203.0.113.9'), await play(word, `${tmpuser}0`)]).toEqual(['error', 'error']);
  portal.setNow(new Date(Date.now() + 31 * 60_000));
  expect(await play(word)).toBe('error');
  portal.setNow(null);
});

test('returns no media for institutions without a consumer', async () => {
  for (const context of ['NRW/district-a', 'NRW/district-a/school-b', 'NRW/district-a/nowhere', 'NRW/nowhere', ',', 'a,b,c,d,e,f'])
    expect([context, (await ask(search(watt), context)).name]).toEqual([context, 'error']);
  const hostile = [
    '<!DOCTYPE s [<!ENTITY a "aaaa">]><search>&a;</search>',
    '<search',
    '',
    '<toString/>',
    `<search>${'<condition>a</condition>'.repeat(30)}</search>`,
    "<search><condition field='password'>a</condition></search>",
    "<link id='../../x'>y</link>",
  ];
  for (const statement of hostile) expect([statement, (await ask(statement)).name]).toEqual([statement, 'error']);
  const huge = await portal.app.inject({
    method: 'POST',
    url: '/arix/NRW',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `xmlstatement=${'x'.repeat(70_000)}`,
  });
  expect(huge.statusCode).toBe(413);
});

describe('licences as Schulconnex policies', () => {
  const policies = async (query = '', authorization = `Bearer ${secret}`, remoteAddress = '127.0.0.9') => {
    const answer = await portal.app.inject({
      method: 'GET',
      url: `/schulconnex/v1/policies-info${query}`,
      remoteAddress,
      headers: { authorization },
    });
    const body = answer.json<{ data?: { policy: { target: { uid: string } } }[] }>();
    return { status: answer.statusCode, media: body.data?.map(({ policy }) => policy.target.uid), body };
  };
  const basic = (name: string, word: string): string => `Basic ${Buffer.from(`${name}:${word}`).toString('base64')}`;

  test('are returned to a consumer with valid credentials', async () => {
    expect(await policies()).toMatchObject({ status: 200, media: ['ours-1', 'ours-2'] });
    expect(await policies('', basic('moodle', secret))).toMatchObject({ status: 200, media: ['ours-1', 'ours-2'] });
    expect((await policies('?target.uid=ours-1')).body).toEqual({
      data: [
        {
          policy: expect.objectContaining({
            target: { uid: 'ours-1', partOf: 'https://medien.example' },
            permission: [
              {
                action: expect.arrayContaining(['stream']) as string[],
                assignee: {
                  '@type': 'PartyCollection',
                  refinement: [
                    { leftOperand: 'urn:schulconnex:de:personenkontext:organisation:kennung', operator: 'eq', rightOperand: '10a' },
                  ],
                },
              },
            ],
          }) as object,
        },
      ],
    });
    expect((await policies('?target.partOf=https://anderswo.example')).media).toEqual([]);
    expect((await policies('?organisation.kennung=10a')).media).toEqual(['ours-1', 'ours-2']);
  });

  test('are limited to the school of the consumer or the schools of its district', async () => {
    for (const authorization of ['', 'Bearer x', basic('anderer', secret), basic('moodle', 'x'), 'Bearer', 'Digest x'])
      expect([authorization, (await policies('', authorization)).status]).toEqual([authorization, 401]);
    expect((await policies('?organisation.kennung=10b')).status).toBe(403);
    expect((await policies('?organisation.kennung=999')).status).toBe(403);
    const all = (await addConsumer(portal.portal, { name: 'kreis', district: 'district-a' })) as { secret: string };
    expect((await policies('', `Bearer ${all.secret}`)).media).toEqual(['ours-1', 'ours-2', 'theirs']);
    expect((await policies('?organisation.kennung=10b', `Bearer ${all.secret}`)).media).toEqual(['theirs']);
    await portal.portal.db
      .insertInto('withheld_district')
      .values({ district_id: 'district-a' } as never)
      .execute();
    expect((await policies()).status).toBe(403);
    await portal.portal.db.deleteFrom('withheld_district').execute();
    for (let i = 0; i < 50; i += 1) await policies('', 'Bearer x', '127.0.0.8');
    expect((await policies('', 'Bearer x', '127.0.0.8')).status).toBe(429);
    // A correct secret is accepted despite many failures from the same network.
    expect((await policies('', `Bearer ${secret}`, '127.0.0.8')).status).not.toBe(429);
  });
});
