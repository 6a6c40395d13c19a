import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvPlan, readPlan } from './formats/csv/plan.ts';
import { FORMATS, type Format, type ImportedRecord, type ImportOptions, readRecords } from './import-records.ts';

/** Factor for the number of random files, which is higher in release tests. A failed run prints its seed. */
const MORE = process.env.TEST_RELEASE ? 20 : 1;

const FIXTURES = join(import.meta.dirname, '..', 'fixtures');

async function* once(content: string | Uint8Array): AsyncGenerator<string | Uint8Array> {
  yield content;
}

const all = async (format: Format, source: AsyncIterable<Uint8Array | string>, options?: ImportOptions): Promise<ImportedRecord[]> => {
  const out: ImportedRecord[] = [];
  for await (const each of readRecords(format, source, options)) out.push(each);
  return out;
};

const fixture = (name: string) => createReadStream(join(FIXTURES, name), { highWaterMark: 13 });
const lines = (content: string) => all('jsonl', once(content));
const only = async (value: object) => (await lines(JSON.stringify(value)))[0]!;
const refused = (imported: readonly ImportedRecord[]) =>
  imported.flatMap(({ line, refusal }) => (refusal ? [[line, refusal.field, refusal.reason]] : []));

const planOf = (text: string): CsvPlan => {
  const { plan, errors } = readPlan(text);
  if (!plan) throw new Error(errors.join('\n'));
  return plan;
};
const loansPlan = planOf(readFileSync(join(FIXTURES, 'loans.plan.json'), 'utf8'));

describe('JSON Lines', () => {
  it('can have the fields of MediaRecord or plain fields', async () => {
    const imported = await all('jsonl', fixture('records.jsonl'));
    expect(imported.map(({ line }) => line)).toEqual([1, 3, 4]);
    expect(imported[0]!.record).toMatchObject({
      identifier: 'T-4601001',
      fn_adressat: ['A(5)', 'A(6)', 'A(7)', 'SO'],
      year: 2021,
      licences: [{ scope: 'school', target: '12345', valid_to: '2030-07-31', seats: 0, audience: 'all' }],
    });
    expect(imported[1]).toMatchObject({
      record: {
        identifier: 'p~2F1~20a',
        fn_titel: 'Wie Regen entsteht',
        fn_kurztext: 'Aus Wasserdampf werden Tropfen, z. B. in Wolken.',
        fn_text: 'Aus Wasserdampf werden Tropfen, z. B. in Wolken. Danach fällt der Regen.',
        fn_geb: ['220'],
        fn_schlag: ['Regen', 'Wolken', 'Wetterkunde'],
        fn_typ: '49',
        fn_sprache: ['de'],
        fn_adressat: ['E', 'A(3)', 'A(4)'],
        fn_prodname: 'Beispielfilm',
        url: 'https://www.example.org/regen.mp4',
        rights_note: 'CC BY-SA',
        licences: [],
      },
      notes: [{ field: 'subjects', reason: 'keyword', value: 'Wetterkunde' }],
    });
    expect(imported[2]!.record).toMatchObject({
      identifier: '4711',
      fn_geb: ['380'],
      year: 2014,
      fn_sprache: ['de'],
      fn_adressat: ['A(1)', 'A(2)', 'A(3)', 'A(4)'],
      rights_note: 'CC0',
    });
  });

  it('are translated with the word table of the source', async () => {
    const terms = {
      subjects: { nmg: '28010', Werken: '' },
      types: { Kurzfilm: '49' },
      audience: { 'Zyklus 1': 'A(1-2)' },
      languages: { Mundart: 'de' },
    };
    const written = { subjects: 'NMG; Werken', type: 'Kurzfilm', audience: ['Zyklus 1'], language: 'Mundart' };
    const content = [
      { id: 'a', title: 'Dorf', ...written },
      {
        ...{ identifier: 'b', fn_titel: 'Dorf', fn_geb: ['NMG', 'Werken'], fn_typ: 'Kurzfilm', fn_adressat: 'Zyklus 1' },
        fn_sprache: ['Mundart'],
      },
    ];
    const imported = await all('jsonl', once(content.map((line) => JSON.stringify(line)).join('\n')), { terms });
    const record = { fn_geb: ['28010'], fn_typ: '49', fn_adressat: ['A(1)', 'A(2)'], fn_sprache: ['de'], fn_schlag: [] };
    for (const each of imported) expect(each).toMatchObject({ record, notes: [] });
    expect(imported).toHaveLength(2);
  });

  it('are rejected individually with the invalid field and rule', async () => {
    const imported = await all('jsonl', fixture('broken.jsonl'));
    expect(refused(imported)).toEqual([
      [2, 'line', 'json'],
      [3, 'line', 'object'],
      [4, 'title', 'required'],
      [5, 'id', 'required'],
      [6, 'identifier', 'characters'],
      [7, 'year', 'type'],
      [8, 'sequences.0.end_s', 'range'],
      [9, 'url', 'format'],
      [10, 'title', 'nul'],
    ]);
    expect(imported.filter(({ record }) => record).map(({ line }) => line)).toEqual([1, 11]);
    expect(imported.at(-1)).toMatchObject({ notes: [{ field: 'identifier', reason: 'repeated', value: 'ok-1 (line 1)' }] });
  });

  it('can contain any bytes', async () => {
    const good = '{"id":"a","title":"T"}';
    const bad = Buffer.from('{"id":"b","title":"Gr\xfc\xdfe"}', 'latin1');
    const content = Buffer.concat([
      Buffer.from(`\ufeff${good}\r\n`),
      bad,
      Buffer.from('\r\n\0\0\n{"id":"c","title":"\\ud83d"}\n'),
      Buffer.from(`{"id":"d","title":"${'x'.repeat(5_000_000)}"}\n`),
      Buffer.from('['.repeat(100_000)),
      Buffer.from(`\n{"id":"e","title":"E","__proto__":{"fn_typ":"x"},"constructor":1}`),
    ]);
    const imported = await all('jsonl', once(content));
    expect(refused(imported)).toEqual([
      [2, 'line', 'encoding'],
      [3, 'line', 'nul'],
      [5, 'line', 'too_long'],
      [6, 'line', 'json'],
    ]);
    expect(imported.flatMap(({ record }) => record?.identifier ?? [])).toEqual(['a', 'c', 'e']);
  });

  it.each<[string, object, string, string]>([
    ['a title too long', { id: '1', title: 'x'.repeat(501) }, 'title', 'max'],
    ['a title that is an object', { id: '1', title: { de: 'T' } }, 'title', 'type'],
    ['a text too long', { id: '1', title: 'T', description: 'x'.repeat(50_001) }, 'description', 'max'],
    ['an identifier too long', { id: 'x'.repeat(201), title: 'T' }, 'id', 'max'],
    ['an empty title', { id: '1', title: '  ' }, 'title', 'required'],
    ['a full record without type', { identifier: '1', fn_titel: 'T' }, 'fn_typ', 'required'],
    ['a full record with null as title', { identifier: '1', fn_titel: null, fn_typ: '49' }, 'fn_titel', 'required'],
    ['a year out of range', { identifier: '1', fn_titel: 'T', fn_typ: '49', year: 99 }, 'year', 'min'],
    ['an unknown scope', { identifier: '1', fn_titel: 'T', fn_typ: '49', licences: [{ scope: 'all' }] }, 'licences.0.scope', 'value'],
    ['a bad file', { identifier: '1', fn_titel: 'T', fn_typ: '49', files: [{ mime: 'x', path: 'a' }] }, 'files.0.mime', 'format'],
  ])('are rejected with %s', async (_, value, field, reason) => {
    expect((await only(value)).refusal).toMatchObject({ field, reason });
  });

  it('can have lists in a single text', async () => {
    const { record } = await only({
      identifier: '1',
      fn_titel: 'Cafe\u0301',
      fn_text: 'a\r\nb\u0007',
      fn_typ: '49',
      fn_geb: '080;0800504',
      fn_sprache: ['ger', 's1', 'xx'],
      fn_adressat: 'A(8-9); Q',
      fn_schlag: 'Wolf, Rudel',
      fn_prodname: null,
    });
    expect(record).toMatchObject({
      fn_titel: 'Café',
      fn_text: 'a\nb',
      fn_geb: ['080', '0800504'],
      fn_sprache: ['de', 's1', 'xx'],
      fn_adressat: ['A(8)', 'A(9)', 'Q'],
      fn_schlag: ['Wolf', 'Rudel'],
      fn_prodname: '',
    });
  });

  it('are corrected if quotation marks have the wrong encoding', async () => {
    expect((await only({ id: '1', title: '\u0084Uhu\u0093 \u0096 ein Vogel' })).record?.fn_titel).toBe('„Uhu“ – ein Vogel');
  });

  it('include authors as keywords', async () => {
    const { record } = await only({ id: '1', title: 'T', type: 'book', authors: 'Ada Beispiel, Ben Muster', source: 'Sammlung X' });
    expect(record).toMatchObject({ fn_typ: 'UC_PRINT', fn_schlag: ['Ada Beispiel', 'Ben Muster'], rights_note: 'Quelle: Sammlung X' });
  });
});

describe('CSV', () => {
  it('is converted with the column plan', async () => {
    const imported = await all('csv', fixture('loans.csv'), { plan: loansPlan });
    expect(imported.map(({ line, refusal }) => [line, refusal?.reason])).toEqual([
      [2, undefined],
      [4, undefined],
      [5, undefined],
      [7, undefined],
    ]);
    expect(imported[0]!.record).toMatchObject({
      identifier: '46~2010001',
      fn_titel: 'Der Wolf kehrt zurück',
      fn_kurztext: 'Ein Rudel zieht durch die Lausitz; der Film begleitet es.',
      fn_text: 'Ein Rudel zieht durch die Lausitz; der Film begleitet es.\nZweiter Absatz mit "Anführung".',
      fn_geb: ['080'],
      fn_schlag: ['Wolf', 'Rudel', 'Naturschutz'],
      fn_typ: '46',
      fn_adressat: ['A(5)', 'A(6)', 'A(7)'],
      fn_sprache: ['de'],
      fn_prodname: 'Medienzentrum Beispielstadt',
      year: 2019,
      duration: 1530,
      published: '2020-02-01',
    });
    expect(imported[1]!.record).toMatchObject({ fn_titel: 'Der "große" Wal', fn_sprache: ['de', 'en'], duration: 2700 });
    expect(imported[2]!.record).toMatchObject({ fn_typ: '89', fn_sprache: ['de'] });
    expect(imported[3]!.record).toMatchObject({ fn_titel: '5" Diskette im Museum', fn_typ: '50', year: 2015, fn_geb: ['320'] });
  });

  it('is rejected if columns of the plan are missing', async () => {
    const imported = await all('csv', once('Signatur;Art\n1;DVD\n'), { plan: loansPlan });
    expect(refused(imported).map(([line, field, reason]) => `${line} ${field} ${reason}`)).toEqual(
      ['TITEL', 'Beschreibung', 'Fach', 'Sprache', 'Klasse', 'Schlagwörter', 'Jahr', 'Länge', 'Im Haus seit'].map(
        (name) => `1 ${name} column`,
      ),
    );
  });

  it('is rejected row by row with the names of the invalid columns', async () => {
    const plan = planOf('{"delimiter":",","columns":{"identifier":"Nr","fn_titel":"Titel","fn_adressat":"Klasse","url":"Netz"}}');
    const imported = await all('csv', once('nr,titel,klasse,netz\n1,,5,\n2,B,alle,\n3,C,5,nirgends\n4,D,5,,zu viel\n5,E,5'), { plan });
    expect(refused(imported)).toEqual([
      [2, 'Titel', 'required'],
      [4, 'Netz', 'format'],
      [5, 'line', 'columns'],
    ]);
    expect(imported[1]).toMatchObject({ notes: [{ field: 'Klasse', reason: 'left_out', value: 'alle' }] });
    expect(imported[4]!.record).toMatchObject({ identifier: '5', fn_adressat: ['A(5)'] });
  });

  it('can join columns of windows-1252 text', async () => {
    const plan = planOf(
      '{"encoding":"windows-1252","columns":{"identifier":{"column":["Art","Nr"]},"fn_titel":{"column":["Titel","Untertitel"]},"fn_schlag":{"column":["S1","S2"]}}}',
    );
    const content = Buffer.from('Art;Nr;Titel;Untertitel;S1;S2\nDVD;7;Stra\xdfe;\x84\xd6l\x93;a;b\n', 'latin1');
    const [imported] = await all('csv', once(content), { plan });
    expect(imported!.record).toMatchObject({ identifier: 'DVD-7', fn_titel: 'Straße – „Öl“', fn_schlag: ['a', 'b'] });
  });

  it('requires a plan', async () => {
    await expect(all('csv', once('a;b'))).rejects.toThrow('column plan');
  });
});

describe('every source', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc.json({ maxDepth: 3 }).map((text) => Buffer.from(text)),
    fc
      .record({
        id: fc.string(),
        title: fc.anything(),
        keywords: fc.anything(),
        subjects: fc.anything(),
        year: fc.anything(),
        audience: fc.anything(),
      })
      .map((value) => Buffer.from(JSON.stringify(value) ?? '')),
    fc.constantFrom(';', '"', '\n', '\r\n', '""', 'Titel;Nr\n', '\n1;T').map((text) => Buffer.from(text)),
  );
  const plan = planOf('{"columns":{"identifier":"Nr","fn_titel":"Titel"}}');

  it.each(['jsonl', 'csv', 'amb', 'lom'] as const)('yields records and refusals with ascending line numbers (%s)', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const content = Buffer.concat([
          Buffer.from(format === 'csv' ? 'Nr;Titel\n' : ''),
          ...pieces.flatMap((each) => [each, Buffer.from('\n')]),
        ]);
        const imported = await all(format, once(content), { plan });
        const numbers = imported.map(({ line }) => line);
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        for (const { record, refusal } of imported) expect(record === undefined).toBe(refusal !== undefined);
      }),
      { numRuns: 300 * MORE },
    );
  });
});

describe('formats', () => {
  it('rejects an unknown format by name', async () => {
    await expect(all('mab' as Format, once('{}'))).rejects.toThrow('format: mab is not one of jsonl, csv,');
    await expect(all('toString' as Format, once('{}'))).rejects.toThrow('format: toString');
  });

  it.each(FORMATS)('%s has a documentation page', (format) => {
    const pages = join(import.meta.dirname, '..', '..', 'docs', 'import');
    const together = readFileSync(join(pages, 'foreign.md'), 'utf8');
    expect(existsSync(join(pages, `${format}.md`)) || together.includes(`| \`${format}\``)).toBe(true);
  });
});
