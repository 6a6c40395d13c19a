/** Licence packages from files and by number: preview, import and repeated import. */
import { licencePackages, type PackageRow } from '@fundus/contract/licences/packages';
import { licences } from '@fundus/contract/licences/licences';
import { beforeAll, describe, expect, test } from 'vitest';
import { runSweepSteps } from '../../../sweep.ts';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { readPackageFile } from './package-file.ts';

const portal = usePortal();
let admin: Caller;
let other: Caller;
let district: Caller;
const NOW = new Date('2026-11-20T09:00:00Z');
beforeAll(async () => {
  portal.setNow(NOW);
  const licensed = { fn_typ: '49', licences: [{ scope: 'none' as const }] };
  await portal.store(
    { identifier: 'P-1', fn_nr: '5500 0001', fn_titel: 'Der Wasserkreislauf', ...licensed },
    { identifier: 'P-2', fn_nr: '5500 0002', fn_titel: 'Die Photosynthese', ...licensed },
    { identifier: 'P-3', fn_titel: 'Der Schall', ...licensed },
    { identifier: 'frei', fn_titel: 'Für alle', fn_typ: '49' },
  );
  [admin, other, district] = [
    await portal.as(schoolAdmin({ email: 'leitung@a.example' })),
    await portal.as(schoolAdmin({ school_id: 'school-b' })),
    await portal.as(districtAdmin()),
  ];
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const table = (...lines: string[]): string =>
  base64(['Mediennummer;Lizenznummer;Art;Plätze;Laufzeit;Von;Bis;Zielgruppe;Verlag;Preis', ...lines].join('\r\n'));
const take = (who: Caller, body: object, dry_run = false) =>
  who.call(licencePackages.importPackage, { body: { licensor: '', dry_run, ...body } });
const said = (rows: readonly PackageRow[]): string[] =>
  rows.map(({ line, result, problem }) => `${line} ${result}${problem ? ` ${problem.field} ${problem.rule}` : ''}`);
const own = async (who: Caller, show: 'all' | 'current' = 'all') => (await who.call(licences.list, { query: { show, limit: 100 } })).items;

describe('a licence table', () => {
  const content = table(
    '5500 0001;A-1;Plätze;30;365 Tage;;;alle;Lernfilm;1.249,90 €',
    'P-2;A-2;Schule;;;01.12.2026;31.07.2027;Lehrkräfte;Lernfilm',
    'P-9;A-3;Schule;;;;;;Lernfilm',
    'P-3;A-4;Schule;;;;30.06.2026;;Lernfilm',
    'frei;A-5;Schule;;;;;;Lernfilm',
    'P-3;A-6;Volumen;;;;;;Lernfilm',
    'P-3;A-7;Kreis;;;;;;Lernfilm',
    'P-3;A-1;Schule;;;;;;Lernfilm',
    'P-3;A-8;Schule;;;31.02.2027;;;Lernfilm',
    'P-3;;Schule;;;;;;Lernfilm',
    'P-3;A-9;Schule;;Schuljahr;;;;',
  );

  test('returns a preview for each line without storing anything', async () => {
    const found = await take(admin, { content }, true);
    expect(said(found.rows)).toEqual([
      '2 new',
      '3 new',
      '4 unknown',
      '5 expired',
      '6 error medium free',
      '7 error seats required',
      '8 error scope choice',
      '9 error code duplicate',
      '10 error valid_from format',
      '11 error code required',
      '12 error licensor required',
    ]);
    expect(found).toMatchObject({ source: 'csv', created: 2, here: 0, left_out: 9 });
    expect(found.rows[0]).toMatchObject({ title: 'Der Wasserkreislauf', scope: 'volume', seats: 30, valid_to: null });
    expect(await own(admin)).toEqual([]);
  });

  test('creates only missing licences when it is imported again', async () => {
    expect(await take(admin, { content })).toMatchObject({ created: 2, left_out: 9 });
    const entered = await own(admin);
    expect(
      entered.map(({ medium, seats, audience, licensor, purchase_ref }) => [medium.identifier, seats, audience, licensor, purchase_ref]),
    ).toEqual([
      ['P-2', 0, 'teacher', 'Lernfilm', 'A-2'],
      ['P-1', 30, 'all', 'Lernfilm', 'A-1'],
    ]);
    expect(entered.map(({ price }) => price)).toEqual([null, 124_990]);
    expect(entered[0]).toMatchObject({ valid_from: '2026-12-01', valid_to: '2027-07-31', state: 'upcoming', origin: 'hand' });
    const again = await take(admin, { content });
    expect([again.created, again.here, said(again.rows).slice(0, 2)]).toEqual([0, 2, ['2 here', '3 here']]);
    const later = await take(admin, { content, licensor: 'Anderer Verlag' });
    expect([later.created, said(later.rows).at(-1)]).toEqual([1, '12 new']);
    expect(await own(admin)).toHaveLength(3);
    const log = await portal.portal.db.selectFrom('audit_log').select('after').where('what', '=', 'licence.import').execute();
    expect(log.map(({ after }) => after)).toHaveLength(2);
    expect(log.map(({ after }) => after)).toContainEqual(expect.objectContaining({ created: 2, left_out: 9, school_id: 'school-a' }));
    expect(log.map(({ after }) => after)).toContainEqual(expect.objectContaining({ created: 1 }));
  });

  test.each([
    ['P-3;X-1;Schule;;;;;Schüler;Lernfilm;0,00', '2 new', { audience: 'student', price: 0 }],
    ['P-3;X-2;Schule;;;;;Eltern;Lernfilm;', '2 error audience choice', {}],
    ['P-3;X-3;Schule;;;;;;Lernfilm;viel', '2 error price format', {}],
    ['P-3;X-4;Schule;;;;;;Lernfilm;10000000,01', '2 error price max', {}],
  ])('reads %s as %s', async (row, is, about) => {
    const content = table(row);
    expect(said((await take(admin, { content }, true)).rows)).toEqual([is]);
    expect((await readPackageFile(Buffer.from(content, 'base64'))).lines[0]).toMatchObject(about);
  });

  test('creates its licences once if two requests import it concurrently', async () => {
    const content = table(...Array.from({ length: 40 }, (_, i) => `P-3;R-${i};Schule;;;;;;Lernfilm`));
    const both = await Promise.all([take(admin, { content }), take(admin, { content })]);
    expect(both[0].created + both[1].created).toBe(40);
    expect((await own(admin)).filter(({ purchase_ref }) => purchase_ref.startsWith('R-'))).toHaveLength(40);
  });

  test('is rejected after another school imported it', async () => {
    expect(said((await take(other, { content }, true)).rows).slice(0, 2)).toEqual(['2 error code taken', '3 error code taken']);
  });

  test('can be imported by a district only for itself and its schools', async () => {
    const lines = table('P-3;K-1;Kreis;;;;;;Lernfilm');
    expect(said((await take(district, { content: lines, school_id: 'school-b' }, true)).rows)).toEqual(['2 error scope choice']);
    expect(await take(district, { content: lines })).toMatchObject({ created: 1, owner: '' });
    expect((await own(district)).find(({ purchase_ref }) => purchase_ref === 'K-1')).toMatchObject({
      scope: 'district',
      owner: { kind: 'district' },
    });
    await expect(take(admin, { content: lines, school_id: 'school-b' })).rejects.toMatchObject({ status: 403, code: 'wrong_school' });
    await expect(take(await portal.as(teacher()), { content: lines })).rejects.toMatchObject({ status: 403 });
  });

  test.each([
    ['nothing', base64('Mediennummer;Lizenznummer'), 'empty'],
    ['too many', table(...Array.from({ length: 1_001 }, (_, i) => `P-1;M-${i};Schule;;;;;;x`)), 'max'],
    ['no JSON', base64('{"data": ['), 'json'],
    ['JSON without rights', base64(`{"data": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`), 'empty'],
  ])('reports the problem %s for the whole file', async (_, content, rule) => {
    await expect(take(admin, { content }, true)).rejects.toMatchObject({ status: 400, code: 'validation_failed', field: 'content' });
    await expect(readPackageFile(Buffer.from(content, 'base64'))).rejects.toMatchObject({
      details: { problems: [{ field: 'content', rule }] },
    });
  });
});

describe('usage rights in ODRL', () => {
  const policy = (id: string, target: string, constraint: object[], more: object = {}) => ({
    policy: {
      id,
      target: { uid: target },
      permission: [{ action: ['stream', 'download'], assigner: 'VIDIS-Anbieter', constraint, ...more }],
    },
  });
  const limit = (leftOperand: string, operator: string, rightOperand: unknown) => ({ leftOperand, operator, rightOperand });
  const ofSchool = (number: string) => ({
    assignee: { '@type': 'PartyCollection', refinement: [limit('urn:schulconnex:de:personenkontext:organisation:kennung', 'eq', number)] },
  });

  test('are imported with the seats, dates and rights of each policy', async () => {
    const content = base64(
      JSON.stringify({
        pid: 'x',
        data: [
          policy('V-1', 'urn:fwu:P-1', [limit('concurrentUses', 'lteq', 30), limit('dateTime', 'lt', '2027-08-01')]),
          policy('V-2', 'P-2', [limit('odrl:dateTime', 'odrl:gteq', '2027-01-31T23:30:00Z')], ofSchool('DE-SH-10b')),
          policy('V-3', 'P-3', [], ofSchool('DE-SH-10a')),
          policy('V-4', 'P-3', [limit('dateTime', 'lteq', 'bald')]),
          { access_control: { '@type': 'error', error: { code: '404', value: 'unbekannt' } } },
        ],
      }),
    );
    const found = await take(other, { content });
    expect(found.source).toBe('odrl');
    expect(said(found.rows)).toEqual(['1 new', '2 new', '3 error school other', '4 error valid_to format']);
    const entered = (await own(other)).sort((a, b) => a.purchase_ref.localeCompare(b.purchase_ref));
    expect(entered.map(({ scope, seats, valid_from, valid_to, licensor }) => [scope, seats, valid_from, valid_to, licensor])).toEqual([
      ['volume', 30, null, '2027-07-31', 'VIDIS-Anbieter'],
      // This is half past midnight in the portal's time zone.
      ['school', 0, '2027-02-01', null, 'VIDIS-Anbieter'],
    ]);
    expect(entered[0]!.rights).toEqual({ stream: true, download: true, home_use: false, lms_embed: false, edit: false });
  });

  test('can cover a set of several media in the format of Licence Connect', async () => {
    const set = {
      '@context': 'http://www.w3.org/ns/odrl.jsonld',
      '@type': 'Set',
      uid: 'urn:uuid:7',
      permissions: ['P-1', 'P-3', 'P-9'].map((target) => ({ target, assigner: 'Kreismedienzentrum', action: 'use' })),
    };
    const { rows } = await take(other, { content: base64(JSON.stringify(set)) }, true);
    expect(rows.map(({ code, result }) => `${code} ${result}`)).toEqual([
      'urn:uuid:7#P-1 new',
      'urn:uuid:7#P-3 new',
      'urn:uuid:7#P-9 unknown',
    ]);
  });
});

describe('a package number', () => {
  const lay = (school_id: string, ...lines: string[]) =>
    district.call(licencePackages.depositPackage, { body: { content: table(...lines), licensor: 'Bildungshaus', school_id } });

  test('can be imported repeatedly by the addressed school', async () => {
    const laid = await lay('school-a', 'P-3;N-1;Schule;;;;;;', 'P-1;N-2;Plätze;5;;;;;');
    expect(laid).toMatchObject({ school: { id: 'school-a' }, rows: 2, picked_up_at: null, ends_on: '2027-11-20' });
    expect(laid.number).toMatch(/^([A-Z0-9]{4}-){2}[A-Z0-9]{4}$/);
    // The school's licence managers receive a mail, and other users do not.
    const received = (await portal.portal.db.selectFrom('job').select('job.payload').where('job.kind', '=', 'mail').execute()).map(
      ({ payload }) => payload as { to: { address: string }; body: { text?: string }[] },
    );
    expect(received.map(({ to }) => to.address)).toEqual(['leitung@a.example']);
    expect(received[0]!.body[0]!.text).toContain(laid.number);
    const number = laid.number.toLowerCase().replaceAll('-', ' ');
    await expect(take(other, { number }, true)).rejects.toMatchObject({ status: 404, field: 'number' });
    expect(await take(admin, { number }, true)).toMatchObject({ created: 2, rows: [{ code: 'N-1', result: 'new' }, { code: 'N-2' }] });
    expect((await district.call(licencePackages.packages)).items[0]!.picked_up_at).toBeNull();
    expect(await take(admin, { number })).toMatchObject({ created: 2 });
    portal.setNow(new Date(NOW.getTime() + 3_600_000));
    expect(await take(admin, { number })).toMatchObject({ created: 0, here: 2 });
    portal.setNow(NOW);
    const [item] = (await district.call(licencePackages.packages)).items;
    expect(item).toMatchObject({ id: laid.id, licensor: 'Bildungshaus', picked_up_at: NOW.toISOString() });
    await expect(district.call(licencePackages.removePackage, { params: { id: laid.id } })).rejects.toMatchObject({
      code: 'state_conflict',
    });
    expect((await own(admin)).find(({ purchase_ref }) => purchase_ref === 'N-1')).toMatchObject({ licensor: 'Bildungshaus' });
  });

  test('is rejected after its removal or expiry', async () => {
    const [back, old] = [await lay('school-a', 'P-3;N-3;Schule;;;;;;'), await lay('school-a', 'P-3;N-4;Schule;;;;;;')];
    await district.call(licencePackages.removePackage, { params: { id: back.id } });
    await expect(take(admin, { number: back.number })).rejects.toMatchObject({ status: 404 });
    await portal.portal.db.updateTable('licence_package').set({ ends_on: '2026-11-19' }).where('id', '=', old.id).execute();
    await expect(take(admin, { number: old.number })).rejects.toMatchObject({ status: 404 });
    await runSweepSteps(portal.portal);
    expect((await district.call(licencePackages.packages)).items.map(({ id }) => id)).not.toContain(old.id);
    const guesser = await portal.as(schoolAdmin());
    for (let i = 0; i < 10; i++)
      await expect(take(guesser, { number: `ACDE-FGHJ-${1000 + i}` }, true)).rejects.toMatchObject({ status: 404 });
    await expect(take(guesser, { number: 'ACDE-FGHJ-9999' }, true)).rejects.toMatchObject({ status: 429 });
  });

  test('cannot be combined with a file', async () => {
    await expect(take(admin, {})).rejects.toMatchObject({ status: 400 });
    await expect(take(admin, { number: 'ACDE', content: table('x;y') })).rejects.toMatchObject({ status: 400 });
  });
});
