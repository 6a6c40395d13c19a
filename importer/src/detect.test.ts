import { expect, test } from 'vitest';
import { detectFormat, guessColumns } from './detect.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ['{"id":"a","title":"A"}\n', 'jsonl'],
  ['{"identifier":"a","fn_titel":"A","fn_typ":"46"}', 'jsonl'],
  ['{"@context": ["https://w3id.org/kim/amb/context.jsonld"], "id": "https://x.example", "name": "A"}', 'amb'],
  ['[{"name": "A"}]', 'amb'],
  ['{\n  "name": "A",\n  "type": [\n    "LearningResource"\n  ]\n}', 'amb'],
  ['{"id":"a","title":"A"\n{"id":"b","title":"B"}\n', 'jsonl'],
  ['<?xml version="1.0"?><OAI-PMH><ListRecords><record><metadata><lom xmlns="x">', 'lom'],
  ['<OAI-PMH><ListRecords><record><metadata><oai_dc:dc xmlns:oai_dc="x">', 'dc'],
  ['<collection xmlns="http://www.loc.gov/MARC21/slim"><record><leader>', 'marcxml'],
  ['<ONIXMessage><Product>', 'onix'],
  ['<ONIXmessage release="2.1"><product>', 'onix'],
  ['<elixier><datensatz>', 'elixier'],
  ["<result resume='0'><r identifier='SF-1'><f n='titel'>", 'arix'],
  ["<record>\n<f n='nr'>5552796</f>", 'arix'],
])('detects the format of %s', async (text, format) => {
  expect((await detectFormat(bytes(text)))?.format).toBe(format);
});

test('detects a table by its header in any encoding', async () => {
  const latin = Uint8Array.from([...'Signatur;Titel;Fächer\n1;Öl;Chemie'].map((sign) => sign.charCodeAt(0)));
  const found = await detectFormat(latin);
  expect(found).toEqual({ format: 'csv', table: { delimiter: ';', encoding: 'windows-1252', headers: ['Signatur', 'Titel', 'Fächer'] } });
  expect(guessColumns(found!.table!.headers)).toEqual({ identifier: 'Signatur', fn_titel: 'Titel', fn_geb: 'Fächer' });
  expect((await detectFormat(bytes('Titel,"Nummer, alt"\n')))?.table?.headers).toEqual(['Titel', 'Nummer, alt']);
  for (const text of ['', 'Nur ein Satz', '<html><body>', '%PDF-1.7\u0000', '{\n  "nodes": [\n    {}\n  ]\n}'])
    expect(await detectFormat(bytes(text))).toBeNull();
});
