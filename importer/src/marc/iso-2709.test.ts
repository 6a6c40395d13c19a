import { measureCpuTime } from '@fundus/contract/testing/processor-time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../detect.ts';
import { readRecords, type ImportedRecord } from '../import-records.ts';
import { decodeMarc8 } from './marc8.ts';

const END = '\u001e';

/** Returns a record in ISO 2709. `damage` changes its directory. */
function marc(
  fields: readonly (readonly [tag: string, content: string | Buffer])[],
  { leader = 'nam a', damage = (d: string) => d } = {},
): Buffer {
  let directory = '';
  const data: Buffer[] = [];
  let at = 0;
  for (const [tag, content] of fields) {
    const field = Buffer.concat([Buffer.from(content), Buffer.from(END)]);
    directory += `${tag}${String(field.length).padStart(4, '0')}${String(at).padStart(5, '0')}`;
    data.push(field);
    at += field.length;
  }
  const base = 24 + directory.length + 1;
  const length = base + at + 1;
  const head = `${String(length).padStart(5, '0')}${leader.slice(0, 3)} ${leader.slice(4, 5)}22${String(base).padStart(5, '0')}   4500`;
  return Buffer.concat([Buffer.from(head + damage(directory) + END), ...data, Buffer.from('\u001d')]);
}

const simple = (id: string, title: string | Buffer, more: Parameters<typeof marc>[1] = {}): Buffer =>
  marc(
    [
      ['001', id],
      ['008', '200101s2018    gw            000 0 ger d'],
      ['245', Buffer.concat([Buffer.from('10\u001fa'), Buffer.from(title), Buffer.from(' /\u001fbUntertitel')])],
    ],
    more,
  );

async function read(bytes: Uint8Array, size = bytes.length): Promise<ImportedRecord[]> {
  const source = (async function* () {
    for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
  })();
  const all: ImportedRecord[] = [];
  for await (const each of readRecords('marc', source)) all.push(each);
  return all;
}

const titlesOf = (all: readonly ImportedRecord[]): (string | undefined)[] =>
  all.map(({ record, refusal }) => record?.fn_titel ?? refusal?.reason);

describe('MARC 21 file', () => {
  it.each([1, 50, 10_000])('is read in chunks of %d bytes', async (size) => {
    const file = Buffer.concat([
      simple('1', 'Grüße'),
      Buffer.from('\r\n'),
      simple('2', 'Zwei'),
      simple('3', 'Drei'),
      Buffer.from('\n\u001a'),
    ]);
    expect(await detectFormat(file)).toEqual({ format: 'marc' });
    const all = await read(file, size);
    expect(titlesOf(all)).toEqual(['Grüße', 'Zwei', 'Drei']);
    expect(all[0]!.record).toMatchObject({ identifier: '1', fn_kurztext: 'Untertitel', fn_sprache: ['de'], year: 2018 });
  });

  it.each([
    ['positions that are wrong', (d: string) => d.replace(/^(\d{3})\d{9}/, '$1009900099')],
    ['lengths of characters instead of bytes', (d: string) => d.replaceAll(/(\d{3})\d{4}(\d{5})/g, '$10001$2')],
  ])('is read in sequence if a directory has %s', async (_, damage) => {
    const file = Buffer.concat([simple('1', 'Größe', { damage }), simple('2', 'Zwei')]);
    expect(titlesOf(await read(file))).toEqual(['Größe', 'Zwei']);
  });

  it.each([
    ['no directory', (d: string) => d.slice(0, 5)],
    ['a directory that lacks an entry', (d: string) => `${d.slice(12)}`.replaceAll('0', '9')],
    ['something else in place of a directory', () => '<>!?'.repeat(10)],
  ])('is read without the record with %s', async (_, damage) => {
    const file = Buffer.concat([simple('1', 'Eins'), simple('2', 'Zwei', { damage }), simple('3', 'Drei')]);
    expect(titlesOf(await read(file))).toEqual(['Eins', 'marc', 'Drei']);
  });

  it('can contain MARC-8, Windows-1252 or undeclared UTF-8', async () => {
    const marc8 = Buffer.from('Gr\xe8usse aus K\xe8oln, \xc7 caf\xe2e \xa2re', 'latin1');
    const file = Buffer.concat([
      simple('1', marc8, { leader: 'nam  ' }),
      simple('2', 'Grüße', { leader: 'nam  ' }),
      simple('3', Buffer.from('Gr\xfc\xdfe', 'latin1')),
    ]);
    expect(titlesOf(await read(file))).toEqual(['Grüsse aus Köln, ß café Øre', 'Grüße', 'Grüße']);
  });

  it('can contain Windows-1252 although the leader declares MARC-8', async () => {
    const german = Buffer.from('\xc4pfel, B\xe4ume und gr\xf6\xdfere \xdcbel', 'latin1');
    const ansel = Buffer.from('\xe8Apfel, B\xe8aume und gr\xe8o\xc7ere \xe8Ubel', 'latin1');
    const file = Buffer.concat([simple('1', german, { leader: 'nam  ' }), simple('2', ansel, { leader: 'nam  ' })]);
    expect(titlesOf(await read(file))).toEqual(['Äpfel, Bäume und größere Übel', 'Äpfel, Bäume und größere Übel']);
  });

  it('is read without a truncated record', async () => {
    const file = Buffer.concat([simple('1', 'Eins'), simple('2', 'Zwei')]);
    expect(titlesOf(await read(file.subarray(0, -8)))).toEqual(['Eins', 'marc']);
    expect(titlesOf(await read(file.subarray(0, -1)))).toEqual(['Eins', 'Zwei']);
  });

  it('can contain deleted records', async () => {
    expect(await read(simple('1', '', { leader: 'dam a' }))).toEqual([{ line: 1, deleted: '1' }]);
  });

  it('can contain any bytes', async () => {
    const whole = Buffer.concat([simple('1', 'Eins'), simple('2', 'Zwei')]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 10 }), async (changes) => {
        const changed = Buffer.from(whole);
        for (const [at, byte] of changes) changed[at] = byte;
        for (const { record, refusal, deleted } of await read(changed)) expect(record ?? refusal ?? deleted).toBeDefined();
      }),
    );
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => void (await read(bytes))));
  });

  it('is read without a record with overlapping directory entries', async () => {
    const shared = (d: string): string => `${d}${d.slice(24).repeat(1_000)}`;
    const file = Buffer.concat([simple('1', 'Eins'), simple('2', 'x'.repeat(9_000), { damage: shared }), simple('3', 'Drei')]);
    expect(titlesOf(await read(file))).toEqual(['Eins', 'marc', 'Drei']);
  });

  it('can contain a field of combining marks', async () => {
    const marks = Buffer.concat([Buffer.alloc(300_000, 0xe2), Buffer.from('a')]);
    const file = simple('1', marks, { leader: 'nam  ', damage: (d) => d.replaceAll(/(\d{3})\d{9}/g, '$1000000000') });
    expect(await read(file)).toHaveLength(1);
  });

  it('is read in linear time', async () => {
    const used = await measureCpuTime(async () => {
      for (const unit of [END, '\u001d', '\u001f', '0', '00000nam a2200000   4500', '24500010000'])
        await read(Buffer.from(`00100nam a2200024   4500${unit.repeat(400_000 / unit.length)}`), 64_000);
    });
    expect(used).toBeLessThan(10_000);
  });
});

it.each([
  ['\x1b(N\x61\x4c\x41\x1b(B a', 'АлаA a'.replace('АлаA', 'Ала')],
  ['\x1bga\x1bs-Strahlen, H\x1bb2\x1bsO', 'α-Strahlen, H₂O'],
  ['\x1b(S\x47\x1b(B', 'Ϛ'],
  ['\x1b(2\x60\x1b(B', 'א'],
  ['\x1b$1\x21\x30\x21\x1b(B!', '\ufffd!'],
  ['a\xe8', 'a\u0308'.normalize('NFC')],
])('decodes the MARC-8 text %j', (bytes, text) => {
  expect(decodeMarc8(Buffer.from(bytes, 'latin1'))).toBe(text);
});
