import { legal } from '@fundus/contract/legal/legal';
import { Statement, type LegalContent, type LegalPage } from '@fundus/contract/legal/content';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { cleanRichText } from '../../rich-text/rich-text.ts';
import { templateOf } from './templates.ts';

const portal = usePortal();
let admin: Caller;
beforeAll(async () => {
  admin = await portal.as(districtAdmin({ vorname: 'Sabine', name: 'Nowak', email: 'kreis@test.example' }));
});

const content = (body: string): LegalContent => ({ body, statement: null });
const read = (who: Caller, page: LegalPage, lang = 'de') => who.call(legal.page, { params: { page }, query: { lang } });
const save = (who: Caller, page: LegalPage, lang: string, version: number, given: LegalContent) =>
  who.call(legal.save, { params: { page, lang }, body: { version, content: given } });

describe('rich text', () => {
  test.each([
    ['<p onclick="x()">a</p><script>alert(1)</script>', '<p>a</p>'],
    ['<h1>A</h1><h2>B</h2><h5>C</h5><div>d</div><b>e</b><i>f</i>', '<h3>A</h3><h3>B</h3><h4>C</h4><p>d</p><strong>e</strong><em>f</em>'],
    [
      '<a href="javascript:alert(1)">a</a> <a href="java&#x73;cript:x">b</a> <a href="//evil.example">c</a> <a href="http://a.example">d</a>',
      'a b c d',
    ],
    ['<a href="https://a.example/x?y=1&amp;z" target="_blank" style="x">a</a>', '<a href="https://a.example/x?y=1&amp;z">a</a>'],
    ['<a href="mailto:a@b.example">Mail</a>', '<a href="mailto:a@b.example">Mail</a>'],
    ['<p></p><p> </p><ul></ul><p><strong></strong></p><p>a</p>', '<p>a</p>'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', ''],
    [
      '<p id="config" style="color:red" class="x">a</p><svg><a href="https://a.example">b</a></svg>',
      '<p>a</p><a href="https://a.example">b</a>',
    ],
    ['<iframe srcdoc="<p>x</p>"></iframe><form action="/x"><input></form>a', 'a'],
    ['a\u0000b [[Name]]', 'a b [[Name]]'],
  ])('sanitizes %s', (given, clean) => {
    expect(cleanRichText(given)).toBe(clean);
    expect(cleanRichText(clean)).toBe(clean);
  });

  test('has the same structure in the German and English templates', () => {
    for (const page of ['imprint', 'privacy', 'terms', 'accessibility'] as const) {
      const [de, en] = [templateOf(page, 'de')!, templateOf(page, 'en')!];
      expect(de.length, page).toBeGreaterThan(200);
      expect(de.match(/<(h3|p|li)>/g), page).toEqual(en.match(/<(h3|p|li)>/g));
      expect(cleanRichText(de)).toBe(de);
    }
  });
});

describe('reading legal pages', () => {
  test('shows guests the template in the requested or default language', async () => {
    const german = await read(portal.guest(), 'terms');
    expect(german).toMatchObject({ text: { language: 'de', changed_at: null }, gaps: [], can: { edit: false }, accessibility: null });
    expect(german.text.body).toContain('Darf ich …?');
    expect((await read(portal.guest(), 'terms', 'en-GB')).text).toMatchObject({ language: 'en' });
    expect((await read(portal.guest(), 'terms', 'ar')).text).toMatchObject({ language: 'de' });
  });

  test('shows gaps in the imprint only to editors', async () => {
    const seen = await read(admin, 'imprint');
    expect(seen.can.edit).toBe(true);
    expect(seen.accessibility).toMatchObject({ statement: { status: null } });
    expect(seen.gaps.map(({ kind, name }) => `${kind}.${name}`)).toEqual(
      expect.arrayContaining(['operator.name', 'operator.email', 'statement.status', 'statement.enforcement']),
    );
    expect((await read(admin, 'privacy')).gaps).toContainEqual({ kind: 'text', name: 'dem Schul- und Datenschutzrecht Ihres Landes' });
    for (const who of [portal.guest(), await portal.as(teacher()), await portal.as(schoolAdmin())])
      expect(await read(who, 'imprint')).toMatchObject({ gaps: [], can: { edit: false } });
  });

  test('rejects an unknown page or language', async () => {
    await expect(read(portal.guest(), 'cookies' as LegalPage)).rejects.toMatchObject({ status: 400, field: 'page' });
    await expect(read(portal.guest(), 'terms', '../x')).rejects.toMatchObject({ status: 400, field: 'lang' });
  });
});

describe('editing legal pages', () => {
  test('is limited to district administrators', async () => {
    const callers = [portal.guest(), await portal.as(pupil()), await portal.as(teacher()), await portal.as(schoolAdmin())];
    for (const [i, who] of callers.entries()) {
      const status = i === 0 ? 401 : 403;
      const params = { page: 'terms' as const, lang: 'de' };
      const { operator } = await admin.call(legal.operator);
      await expect(save(who, 'terms', 'de', 0, content('<p>x</p>'))).rejects.toMatchObject({ status });
      await expect(who.call(legal.draft, { params })).rejects.toMatchObject({ status });
      await expect(who.call(legal.version, { params: { ...params, version: 1 } })).rejects.toMatchObject({ status });
      await expect(who.call(legal.reset, { params, body: { version: 1 } })).rejects.toMatchObject({ status });
      await expect(who.call(legal.operator)).rejects.toMatchObject({ status });
      await expect(who.call(legal.saveOperator, { body: { version: 0, operator } })).rejects.toMatchObject({ status });
    }
    expect((await read(admin, 'terms')).text.changed_at).toBeNull();
  });

  test('replaces the template with a sanitized text until it is reset', async () => {
    const started = Date.now();
    const before = await admin.call(legal.draft, { params: { page: 'terms', lang: 'de' } });
    expect(before).toMatchObject({ version: 0, template: true, versions: [] });
    const first = await save(admin, 'terms', 'de', 0, content('<h2>Regeln</h2><p onclick=x>Eins [[Datum]]</p>'));
    expect(first).toMatchObject({
      version: 1,
      template: false,
      content: { body: '<h3>Regeln</h3><p>Eins [[Datum]]</p>', statement: null },
    });
    expect(first.versions).toEqual([{ version: 1, changed_at: expect.any(String), changed_by: 'Sabine Nowak', template: false }]);

    expect(Date.parse(first.versions[0]!.changed_at)).toBeGreaterThanOrEqual(started);

    // The English template could contradict the changed German text.
    expect((await read(portal.guest(), 'terms', 'en')).text).toMatchObject({ language: 'de', body: first.content.body });
    expect((await read(admin, 'terms')).gaps).toContainEqual({ kind: 'text', name: 'Datum' });
    const english = await admin.call(legal.draft, { params: { page: 'terms', lang: 'en' } });
    expect(english).toMatchObject({ version: 0, template: true });
    expect(english.content.body).toContain('May I');

    await save(admin, 'terms', 'en', 0, content('<p>One</p>'));
    expect((await read(portal.guest(), 'terms', 'en')).text).toMatchObject({ language: 'en', body: '<p>One</p>' });
    await save(admin, 'terms', 'de', 1, content('<p>Zwei</p>'));
    expect(await admin.call(legal.version, { params: { page: 'terms', lang: 'de', version: 1 } })).toMatchObject({
      body: '<h3>Regeln</h3><p>Eins [[Datum]]</p>',
    });
    const reset = await admin.call(legal.reset, { params: { page: 'terms', lang: 'de' }, body: { version: 2 } });
    expect(reset).toMatchObject({ version: 3, template: true });
    expect(reset.versions.map(({ version, template }) => [version, template])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    await admin.call(legal.reset, { params: { page: 'terms', lang: 'en' }, body: { version: 1 } });
    expect((await read(portal.guest(), 'terms', 'de')).text.changed_at).toBeNull();
  });

  test('rejects the second of two concurrent changes', async () => {
    const other = await portal.as(districtAdmin({ vorname: 'Ada', name: 'Lind' }));
    await save(other, 'imprint', 'de', 0, content('<p>Ada</p>'));
    await expect(save(admin, 'imprint', 'de', 0, content('<p>Sabine</p>'))).rejects.toMatchObject({
      status: 409,
      code: 'version_conflict',
    });
    const reply = await admin.inject({
      method: 'PUT',
      url: '/api/v1/legal/imprint/de',
      headers: { 'x-csrf-token': String((await admin.inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token']) },
      payload: { version: 0, content: { body: '<p>S</p>' } },
    });
    expect(reply.json().error.details).toMatchObject({ version: 1, changed_by: 'Ada Lind', current: { body: '<p>Ada</p>' } });
    const race = await Promise.allSettled([1, 2, 3, 4].map((n) => save(admin, 'imprint', 'de', 1, content(`<p>${n}</p>`))));
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of race) if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 409 });
    expect((await admin.call(legal.draft, { params: { page: 'imprint', lang: 'de' } })).version).toBe(2);
  });

  test('keeps the latest twenty versions', async () => {
    for (let version = 0; version < 23; version += 1) await save(admin, 'privacy', 'de', version, content(`<p>${version + 1}</p>`));
    const { versions } = await admin.call(legal.draft, { params: { page: 'privacy', lang: 'de' } });
    expect([versions.length, versions[0]!.version, versions.at(-1)!.version]).toEqual([20, 23, 4]);
    await expect(admin.call(legal.version, { params: { page: 'privacy', lang: 'de', version: 3 } })).rejects.toMatchObject({ status: 404 });
  });

  test('requires a text for privacy and terms', async () => {
    await expect(save(admin, 'terms', 'en', 2, content('<p> </p><script>x</script>'))).rejects.toMatchObject({
      status: 400,
      field: 'content.body',
    });
    await expect(save(admin, 'terms', 'en', 2, content('x'.repeat(60_001)))).rejects.toMatchObject({ status: 400, field: 'content.body' });
    const { operator } = await admin.call(legal.operator);
    await expect(admin.call(legal.saveOperator, { body: { version: 0, operator: { ...operator, email: 'kein@' } } })).rejects.toMatchObject(
      { status: 400, field: 'operator.email' },
    );
    await expect(
      admin.call(legal.saveOperator, { body: { version: 0, operator: { ...operator, school_id: 'x' } as never } }),
    ).rejects.toMatchObject({ status: 400 });
  });

  test('shows the operator on every page', async () => {
    const { version, operator } = await admin.call(legal.operator);
    const saved = await admin.call(legal.saveOperator, { body: { version, operator: { ...operator, name: ' Kreis\nA ', phone: '1' } } });
    expect(saved).toMatchObject({ version: version + 1, operator: { name: 'Kreis A' }, changed_by: 'Sabine Nowak' });
    await expect(admin.call(legal.saveOperator, { body: { version, operator } })).rejects.toMatchObject({ status: 409 });
    expect((await read(portal.guest(), 'privacy', 'en')).operator.name).toBe('Kreis A');

    const statement = Statement.parse({ status: 'partial', barriers: [{ what: 'Filme', reason: 'burden' }], method: 'self' });
    await save(admin, 'accessibility', 'de', 0, { body: '', statement });
    expect((await read(portal.guest(), 'imprint')).accessibility).toMatchObject({ body: '', statement });
    await expect(
      save(admin, 'accessibility', 'de', 1, { body: '', statement: { ...statement, barriers: [{ ...statement.barriers[0]!, what: '' }] } }),
    ).rejects.toMatchObject({ status: 400, field: 'content.statement.barriers.0.what' });
    // Only the accessibility page has a statement.
    expect((await save(admin, 'imprint', 'en', 0, { body: '<p>x</p>', statement })).content.statement).toBeNull();
  });
});

describe.each([
  ['bawue', false],
  ['hueber', true],
] as const)("Type '%s'", (Type, hasStatement) => {
  let partner: TestPortal;
  beforeAll(async () => {
    partner = await testPortal({ Type });
  });
  afterAll(() => partner.close());

  test('rejects calls for generic pages and the contact form', async () => {
    const boss = await partner.as(districtAdmin());
    for (const page of ['imprint', 'privacy', 'terms'] as const) {
      await expect(read(partner.guest(), page)).rejects.toMatchObject({ status: 403, code: 'feature_disabled' });
      await expect(save(boss, page, 'de', 0, content('<p>x</p>'))).rejects.toMatchObject({ status: 403, code: 'feature_disabled' });
    }
    const body = { email: 'a@b.example', subject: 'x', text: 'x' };
    await expect(partner.guest().call(legal.contact, { body })).rejects.toMatchObject({ code: 'feature_disabled' });
  });

  test(
    hasStatement ? 'shows the accessibility statement and accepts reports' : 'leaves the accessibility statement to the partner',
    async () => {
      const boss = await partner.as(districtAdmin());
      const body = { topic: 'accessibility' as const, subject: 'x', text: 'x' };
      if (!hasStatement) {
        await expect(read(partner.guest(), 'accessibility')).rejects.toMatchObject({ code: 'feature_disabled' });
        await expect(partner.guest().call(legal.contact, { body })).rejects.toMatchObject({ code: 'feature_disabled' });
        return;
      }
      expect((await read(partner.guest(), 'accessibility')).text.statement).toMatchObject({ status: null });
      expect((await save(boss, 'accessibility', 'de', 0, content('<p>x</p>'))).content.statement).toEqual(Statement.parse({}));
      expect(await partner.guest().call(legal.contact, { body })).toMatchObject({ copy: false, answer_by: expect.any(String) });
    },
  );
});
