/** Checks with random files that every reader accepts any input, loses no record of a complete file, and takes linear time. */
import { measureCpuTime } from '@fundus/contract/testing/processor-time';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readOaiPage } from './oai/read-page.ts';
import { readRecords, type Format, type ImportedRecord } from './import-records.ts';

/** Factor for the number of random files, which is higher in release tests. A failed run prints its seed. */
const MORE = process.env.TEST_RELEASE ? 20 : 1;

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const plan = {
  delimiter: ';',
  encoding: 'utf-8',
  columns: { identifier: { column: 'id' }, fn_titel: { column: 'titel' }, fn_text: { column: 'text' } },
} as const;

async function read(format: Format, file: string | Uint8Array, size = 1_000): Promise<ImportedRecord[]> {
  const all: ImportedRecord[] = [];
  for await (const each of readRecords(format, pieces(Buffer.from(file), size), { plan: plan as never, prefix: 'x-' })) all.push(each);
  return all;
}

const escape = (text: string): string => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Functions that write a file with the given titles in each format. */
const WRITERS: Partial<Record<Format, (titles: readonly string[]) => string>> = {
  csv: (titles) =>
    ['id;titel;text', ...titles.map((title, i) => `${i};"${title.replaceAll('"', '""')}";"${title.replaceAll('"', '""')}"`)].join('\n'),
  jsonl: (titles) => titles.map((title, i) => JSON.stringify({ id: i, title, description: title })).join('\n'),
  amb: (titles) => JSON.stringify(titles.map((name, i) => ({ id: `i${i}`, name, description: name }))),
  dc: (titles) =>
    `<list>${titles.map((title, i) => `<dc><identifier>i${i}</identifier><title>${escape(title)}</title></dc>`).join('')}</list>`,
  lom: (titles) =>
    `<list>${titles.map((title, i) => `<lom><general><identifier><entry>i${i}</entry></identifier><title><string>${escape(title)}</string></title></general></lom>`).join('')}</list>`,
  marcxml: (titles) =>
    `<collection>${titles.map((title, i) => `<record><controlfield tag="001">i${i}</controlfield><datafield tag="245"><subfield code="a">${escape(title)}</subfield></datafield></record>`).join('')}</collection>`,
  onix: (titles) =>
    `<ONIXMessage>${titles.map((title, i) => `<Product><RecordReference>i${i}</RecordReference><DescriptiveDetail><TitleDetail><TitleElement><TitleText>${escape(title)}</TitleText></TitleElement></TitleDetail></DescriptiveDetail></Product>`).join('')}</ONIXMessage>`,
  elixier: (titles) =>
    `<elixier>${titles.map((title, i) => `<datensatz><id_local>i${i}</id_local><titel>${escape(title)}</titel></datensatz>`).join('')}</elixier>`,
  arix: (titles) => `<result>${titles.map((title, i) => `<r identifier="i${i}"><f n="titel">${escape(title)}</f></r>`).join('')}</result>`,
};
const FORMATS = Object.keys(WRITERS) as Format[];

const words = fc.array(
  fc.constantFrom('Bäume', 'Gr\u0308o\u0308ße', 'x<y', 'a & b', '„Übung“', '"', "'", ';', '🦊', '1 > 2', '&uuml;', '中文'),
  {
    minLength: 1,
    maxLength: 6,
  },
);
const titles = fc.array(
  words.map((each) => `Titel ${each.join(' ')}`),
  { minLength: 1, maxLength: 5 },
);

it.each(FORMATS)('reads all records of a complete file regardless of the chunk size (%s)', async (format) => {
  await fc.assert(
    fc.asyncProperty(titles, fc.integer({ min: 1, max: 200 }), async (all, size) => {
      const found = await read(format, WRITERS[format]!(all), size);
      expect(found.map(({ record }) => record?.fn_titel)).toEqual(
        all.map((title) =>
          title
            .normalize('NFC')
            .replaceAll('&uuml;', 'ü')
            .trim()
            .replace(/[ ;]+$/, format === 'marcxml' ? '' : '$&'),
        ),
      );
    }),
    { numRuns: 40 * MORE },
  );
});

it.each(FORMATS)('does not throw on a damaged file (%s)', async (format) => {
  const whole = Buffer.from(WRITERS[format]!(['Titel eins', 'Titel zwei', 'Titel drei']));
  const change = fc.tuple(fc.nat(whole.length - 1), fc.constantFrom(0, 1, 0x22, 0x26, 0x3c, 0x3e, 0x2f, 0x80, 0xe4, 0xff, 0x0a));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 6 }), fc.nat(whole.length), async (changes, length) => {
      const damaged = Buffer.from(whole);
      for (const [at, byte] of changes) damaged[at] = byte;
      for (const { record, refusal, deleted } of await read(format, damaged.subarray(0, length)))
        expect(record ?? refusal ?? deleted).toBeDefined();
    }),
    { numRuns: 100 * MORE },
  );
});

it.each(FORMATS)('reads repeated syntax errors in linear time (%s)', async (format) => {
  const used = await measureCpuTime(async () => {
    for (const unit of ['<', '&', '"', ';', '{', '[', '<dc>', '<lom>', '<record>', '<Product>', '<r ', ']]>', '\n'])
      await read(format, `<list>${unit.repeat(8_000 / unit.length)}`, 10_000);
  });
  expect(used).toBeLessThan(20_000);
});

const page = (records: string): Buffer =>
  Buffer.from(
    `<OAI-PMH><responseDate>2026-01-01T00:00:00Z</responseDate><ListRecords>${records}<resumptionToken>next</resumptionToken></ListRecords></OAI-PMH>`,
  );
const record = (id: string, title: string): string =>
  `<record><header><identifier>oai:x:${id}</identifier></header><metadata><dc><title>${title}</title></dc></metadata></record>`;

it('reads an OAI-PMH page despite one damaged record', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '&',
    '&#1;',
    '</title>',
    '<b>',
    '</b>',
    '</dc>',
    '<![CDATA[',
    ']]>',
    '"',
    'x',
    '\u0001',
    '<dc>',
    '<?x',
    '?>',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (inside) => {
      // Excludes unclosed CDATA sections and instructions, because they would contain the rest of the page.
      fc.pre(!/<!\[CDATA\[(?![^]*\]\]>)|<\?(?![^]*\?>)/.test(inside.join('')));
      const read = readOaiPage(page(record('1', 'Eins') + record('2', inside.join('')) + record('3', 'Drei')), 100_000, { prefix: 'x-' });
      expect(read).toMatchObject({ error: '', token: 'next', responseDate: '2026-01-01T00:00:00Z' });
      expect(read.records.map(({ identifier }) => identifier)).toEqual(['x-1', 'x-2', 'x-3']);
      expect([read.records[0]!.outcome.record?.fn_titel, read.records[2]!.outcome.record?.fn_titel]).toEqual(['Eins', 'Drei']);
    }),
  );
});

it('throws on a truncated OAI-PMH page', () => {
  const whole = page(record('1', 'Eins') + record('2', 'Zwei'));
  for (
    let length = 1;
    length < whole.length - '</ListRecords></OAI-PMH>'.length - '<resumptionToken>next</resumptionToken>'.length;
    length += 1
  )
    expect(() => readOaiPage(whole.subarray(0, length), 100_000, {})).toThrow();
});
