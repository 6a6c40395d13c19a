import { expect, it } from 'vitest';
import { readRecords, FORMATS as NAMES, type Format } from './import-records.ts';

const marc = (id: string, title: string, status = 'n'): string => {
  const fields = [
    ['001', `${id}\u001e`],
    ['245', `10\u001fa${title}\u001e`],
  ] as const;
  let directory = '';
  let data = '';
  for (const [tag, field] of fields) {
    directory += `${tag}${String(Buffer.byteLength(field)).padStart(4, '0')}${String(Buffer.byteLength(data)).padStart(5, '0')}`;
    data += field;
  }
  const base = 24 + directory.length + 1;
  const length = base + Buffer.byteLength(data) + 1;
  return `${String(length).padStart(5, '0')}${status}am a22${String(base).padStart(5, '0')}   4500${directory}\u001e${data}\u001d`;
};
const onix = (id: string, title: string, type = '03'): string =>
  `<ONIXMessage><Product><RecordReference>${id}</RecordReference><NotificationType>${type}</NotificationType><DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleText>${title}</TitleText></TitleElement></TitleDetail></DescriptiveDetail></Product></ONIXMessage>`;
const oai = (id: string): string =>
  `<OAI-PMH><ListRecords><record><header status="deleted"><identifier>oai:x.example:${id}</identifier></header></record></ListRecords></OAI-PMH>`;

/** Functions that write a record and its deletion notice in each format. */
const FORMATS: Record<string, { write: (id: string, title: string) => string; gone?: (id: string) => string }> = {
  csv: { write: (id, title) => `Mediennummer;Titel;Art\n${id};${title};DVD\n` },
  jsonl: {
    write: (id, title) => `${JSON.stringify({ id, title })}\n{}`,
    gone: (id) => `${JSON.stringify({ id, deleted: true })}\n{}`,
  },
  'jsonl in full form': {
    write: (id, title) => `${JSON.stringify({ identifier: id, fn_titel: title, fn_typ: '46' })}\n{}`,
    gone: (id) => `${JSON.stringify({ identifier: id, status: 'deleted' })}\n{}`,
  },
  amb: {
    write: (id, title) => JSON.stringify([{ id, type: ['LearningResource'], name: title }]),
    gone: (id) => JSON.stringify([{ id, type: ['LearningResource', 'Tombstone'] }]),
  },
  dc: {
    write: (id, title) => `<list><dc><identifier>${id}</identifier><title>${title}</title></dc></list>`,
    gone: (id) => oai(id).replace('</record>', '</record><record><metadata><dc><identifier>x</identifier></dc></metadata></record>'),
  },
  lom: {
    write: (id, title) =>
      `<lom><general><identifier><entry>${id}</entry></identifier><title><string>${title}</string></title></general></lom>`,
    gone: (id) =>
      `<lom><general><identifier><entry>${id}</entry></identifier></general><lifeCycle><status><value>unavailable</value></status></lifeCycle></lom>`,
  },
  marcxml: {
    write: (id, title) =>
      `<collection><record><leader>00000nam a2200000 a 4500</leader><controlfield tag="001">${id}</controlfield><datafield tag="245" ind1="1" ind2="0"><subfield code="a">${title}</subfield></datafield></record></collection>`,
    gone: (id) =>
      `<collection><record><leader>     dam a22      a 4500</leader><controlfield tag="001">${id}</controlfield></record></collection>`,
  },
  marc: { write: (id, title) => marc(id, title), gone: (id) => marc(id, '', 'd') },
  elixier: { write: (id, title) => `<elixier><datensatz><id_local>${id}</id_local><titel>${title}</titel></datensatz></elixier>` },
  onix: { write: (id, title) => onix(id, title), gone: (id) => onix(id, '', '05') },
  arix: { write: (id, title) => `<result><r identifier="${id}"><f n="titel">${title}</f></r></result>` },
};

const plan = {
  delimiter: ';',
  encoding: 'utf-8',
  columns: { identifier: { column: 'Mediennummer' }, fn_titel: { column: 'Titel' } },
} as never;

async function read(format: Format, text: string): Promise<(string | undefined)[]> {
  const source = (async function* () {
    yield Buffer.from(text);
  })();
  const found: (string | undefined)[] = [];
  for await (const { record, deleted } of readRecords(format, source, { plan, prefix: 'x-' }))
    if (record ?? deleted) found.push(record ? record.identifier : `deleted ${deleted}`);
  return found;
}

it('covers all formats', () => {
  expect(new Set(Object.keys(FORMATS).map((name) => name.split(' ')[0]))).toEqual(new Set(NAMES));
});

it.each(Object.entries(FORMATS))('prepends the prefix to identifiers of records and deletions (%s)', async (name, { write, gone }) => {
  const format = name.split(' ')[0] as Format;
  expect(await read(format, write('FU-1', 'Titel'))).toEqual(['x-FU-1']);
  if (gone) expect(await read(format, gone('FU-1'))).toContain('deleted x-FU-1');
});
