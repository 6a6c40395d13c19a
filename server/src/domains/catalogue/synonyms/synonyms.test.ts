import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { synonyms } from '@fundus/contract/catalogue/synonyms';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../db/open.ts';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { watchSynonyms } from '../index.ts';

const portal = usePortal();
let admin: Caller;
let reader: Caller;
beforeAll(async () => {
  await portal.store(
    { identifier: 'A', fn_titel: 'Schwarzwälder Bollenhut', fn_typ: '49' },
    { identifier: 'B', fn_titel: 'Trachten im Süden', fn_typ: '49' },
    { identifier: 'C', fn_titel: 'Smartphones im Unterricht', fn_typ: '49' },
  );
  admin = await portal.as(districtAdmin());
  reader = await portal.as(teacher());
});

const found = async (q: string): Promise<string[]> =>
  (await reader.call(catalogue.search, { query: { q } })).items.filter((item) => !item.partial).map((item) => item.identifier);
const groups = async (q = ''): Promise<string[][]> =>
  (await admin.call(synonyms.synonyms, { query: { q } })).items.map((item) => item.words).sort();

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');

describe('synonyms', () => {
  test('contain a built-in list', async () => {
    expect(await found('Handy')).toEqual(['C']);
    expect((await admin.call(synonyms.synonyms, { query: {} })).builtIn).toContainEqual(['Handy', 'Smartphone', 'Mobiltelefon']);
  });

  test('take effect in the next search after each change to a group', async () => {
    expect(await found('regionale Kleidung')).toEqual([]);
    const group = await admin.call(synonyms.addSynonyms, { body: { words: ['regionale  Kleidung', 'Tracht', 'tracht'] } });
    expect(group.words).toEqual(['regionale Kleidung', 'tracht']);
    expect(group.changed_by).toBe('Kim Muster');
    expect(await found('regionale Kleidung')).toEqual(['B']);
    await admin.call(synonyms.changeSynonyms, { params: { id: group.id }, body: { words: ['regionale Kleidung', 'Bollenhut'] } });
    expect(await found('regionale Kleidung')).toEqual(['A']);
    expect(await groups('bollen')).toEqual([['regionale Kleidung', 'Bollenhut']]);
    expect(await groups('%')).toEqual([]);
    expect(await admin.call(synonyms.removeSynonyms, { params: { id: group.id } })).toEqual({ removed: true });
    expect(await found('regionale Kleidung')).toEqual([]);
    const audit = await portal.portal.db.selectFrom('audit_log').select('audit_log.what').orderBy('audit_log.at').execute();
    expect(audit.map((row) => row.what).filter((what) => what.startsWith('synonyms.'))).toEqual([
      'synonyms.add',
      'synonyms.change',
      'synonyms.remove',
    ]);
  });

  test('are imported from a file with a report of rejected lines', async () => {
    const text = [
      '# OpenThesaurus',
      'Kopfbedeckung;Hut (allgemein);Bollenhut',
      '',
      'allein',
      'HUT; bollenhut; Kopfbedeckung',
      `${'x'.repeat(90)};y`,
      'a;?!',
      Array.from({ length: 30 }, (_, i) => `w${i}`).join(';'),
      'Volkstracht; Tracht',
    ].join('\r\n');
    expect(await admin.call(synonyms.importSynonyms, { body: { content: base64(text) } })).toEqual({
      stored: 2,
      unchanged: 1,
      refused: [
        { line: 4, reason: 'min' },
        { line: 6, reason: 'max' },
        { line: 7, reason: 'letters' },
        { line: 8, reason: 'max' },
      ],
    });
    expect(await found('Kopfbedeckungen')).toEqual(['A']);
    expect(
      await admin.call(synonyms.importSynonyms, {
        body: { content: base64(Buffer.from('\uFEFFDeckel; Bollenhut', 'utf16le')), replace: true },
      }),
    ).toMatchObject({ stored: 1 });
    expect(await groups()).toEqual([['Deckel', 'Bollenhut']]);
    expect(await found('Kopfbedeckung')).toEqual([]);
  });

  test('reject duplicate, single-word and unknown groups', async () => {
    const add = (words: string[], caller = admin) => caller.call(synonyms.addSynonyms, { body: { words } });
    await expect(add(['bollenhüt', 'DECKEL', 'Bollenhut'])).resolves.toMatchObject({ words: ['bollenhüt', 'DECKEL', 'Bollenhut'] });
    await expect(add(['Deckel', 'bollenhut'])).rejects.toMatchObject({ status: 409, code: 'already_exists' });
    for (const words of [['eins'], ['eins', 'EINS'], ['a;b', 'c'], ['', 'b'], ['x'.repeat(81), 'b']])
      await expect(add(words), words.join()).rejects.toMatchObject({ status: 400 });
    const id = '00000000-0000-4000-8000-000000000000';
    await expect(admin.call(synonyms.changeSynonyms, { params: { id }, body: { words: ['a', 'b'] } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(admin.call(synonyms.removeSynonyms, { params: { id } })).rejects.toMatchObject({ status: 404 });
    await expect(add(['a', 'b'], reader)).rejects.toMatchObject({ status: 403 });
    await expect(add(['a', 'b'], await portal.as(schoolAdmin()))).rejects.toMatchObject({ status: 403 });
    await expect(portal.guest().call(synonyms.synonyms, { query: {} })).rejects.toMatchObject({ status: 401 });
  });
});

test('reloads synonyms in other processes after a change notification', async () => {
  const heard: (readonly (readonly string[])[])[] = [];
  const search = { ...portal.portal.search, setSynonyms: (list: readonly (readonly string[])[]) => void heard.push(list) };
  let tell = (): void => {};
  const onNotify: Database['onNotify'] = async (channel, callback) => {
    expect(channel).toBe('synonym_change');
    tell = callback;
    return async () => {};
  };
  const stop = await watchSynonyms({ ...portal.portal, search }, { ...portal.database, engine: 'pglite', onNotify });
  expect(heard).toHaveLength(1);
  tell();
  await admin.call(synonyms.addSynonyms, { body: { words: ['Zwiebelturm', 'Kirchturm'] } });
  tell();
  await stop();
  expect(heard).toHaveLength(2);
  expect(heard[1]).toContainEqual(['Zwiebelturm', 'Kirchturm']);
});
