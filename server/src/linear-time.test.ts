/** Functions that parse texts or bytes from users run in linear time. */
import { findSuperLinear } from '@fundus/contract/testing/growth';
import { cleanText } from '@fundus/importer/record';
import { detectFormat } from '@fundus/importer/detect';
import { readRecords, type Format } from '@fundus/importer/import-records';
import { firstSentence } from '@fundus/importer/short-text';
import { readOaiPage } from '@fundus/importer/oai/read-page';
import { readXml } from '@fundus/importer/xml/read-xml';
import { fold, sortKey } from '@fundus/search/analysis/fold';
import { stemsOf } from '@fundus/search/analysis/stem';
import { tokenise } from '@fundus/search/analysis/tokenise';
import { wordsOf } from '@fundus/search/query/parse';
import { expect, test } from 'vitest';
import { findBreaks } from './domains/catalogue/hyphens.ts';
import { spokenIn } from './domains/catalogue/indexing/index-records.ts';
import { readThesaurus } from './domains/catalogue/synonyms/thesaurus.ts';
import { stripOperators } from './domains/catalogue/search/zero-results.ts';
import { readCql } from './domains/exchange/cql.ts';
import { readArguments } from './domains/exchange/oai-arguments.ts';
import { toWebVtt } from './domains/files/captions/captions.ts';
import { detectEncoding } from '@fundus/importer/text-encoding/detect-encoding';
import { cleanName } from './domains/files/document.ts';
import { decodeText, sniff } from './domains/files/inspect/sniff.ts';
import { readLines } from './domains/invitations/read-lines.ts';
import { readStock } from './domains/lending/stock/stock-file.ts';
import { readPackageFile } from './domains/licences/packages/package-file.ts';
import { readProducts } from './domains/marketplace/products/import-table.ts';
import { parsePeopleTable } from './domains/people/people-table.ts';
import { cleanSvg } from './domains/setup/svg.ts';
import { contentDisposition } from './http/bodies/content-disposition.ts';
import { plainText } from './remote/found.ts';
import { cleanRichText, plainWordsOf } from './rich-text/rich-text.ts';
import { readXml as readSamlXml } from './saml/plain-xml.ts';

/** Fraction of the maximum input length that is tested outside of release runs. */
const SHARE = process.env['TEST_RELEASE'] ? 1 : 1 / 3;

const limits = { timeout: 600_000 };
/** Cells and rows take longer than characters, so a smaller number of them is enough to show the growth. */
const TABLE = { most: 8_000 };
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">';

async function readAll(format: Format, text: string): Promise<void> {
  const source = (async function* () {
    yield Buffer.from(text);
  })();
  const plan = { delimiter: ';', encoding: 'utf-8', columns: { identifier: { column: 'id' }, fn_titel: { column: 'titel' } } } as never;
  for await (const _ of readRecords(format, source, { plan })) void _;
}

test('reads files in linear time', limits, async () => {
  expect(
    await findSuperLinear(
      {
        sniff: { read: (text) => sniff(Buffer.from(text)) },
        decodeText: { read: (text) => decodeText(Buffer.from(text)) },
        'toWebVtt from WebVTT': { read: toWebVtt, before: 'WEBVTT\n\n00:00.000 --> 00:01.000\n' },
        'toWebVtt from SubRip': { read: toWebVtt, before: '1\n00:00:00,000 --> 00:00:01,000\n' },
        'toWebVtt from TTML': { read: toWebVtt, before: '<tt><body><p begin="1s">' },
        'toWebVtt from SubStation Alpha': { read: toWebVtt, before: '[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,' },
        detectEncoding: { read: (text) => detectEncoding(Buffer.from(`ä${text}`, 'latin1')) },
        spokenIn: { read: spokenIn, before: 'WEBVTT\n\n00:00.000 --> 00:01.000\n' },
        cleanSvg: { read: cleanSvg, before: svg },
        'cleanSvg in an attribute': { read: cleanSvg, before: `${svg}<path style="` },
        'cleanSvg in a style sheet': { read: cleanSvg, before: `${svg}<style>` },
        'cleanSvg after at-rules': { read: cleanSvg, before: `${svg}<style>@a;` },
        readPeople: { read: (text) => parsePeopleTable(Buffer.from(text)), ...TABLE },
        'parsePeopleList below a header': {
          read: (text) => parsePeopleTable(Buffer.from(text)),
          before: 'Vorname;Nachname;E-Mail;Rolle\n',
          ...TABLE,
        },
        readStock: { read: (text) => readStock(Buffer.from(text)), ...TABLE },
        readPackageFile: { read: (text) => readPackageFile(Buffer.from(text)), ...TABLE },
        'readPackageFile in JSON': { read: (text) => readPackageFile(Buffer.from(text)), before: '{"', ...TABLE },
        readProducts: { read: (text) => readProducts(Buffer.from(text)), before: 'Titel;Medien\n', ...TABLE },
        readThesaurus: { read: readThesaurus, before: 'term\tsee\n' },
        readLines: { read: (text) => readLines(text, 'teacher') },
      },
      SHARE,
    ),
  ).toEqual([]);
});

test('reads texts in linear time', limits, async () => {
  expect(
    await findSuperLinear(
      {
        cleanRichText: { read: (text) => cleanRichText(text) },
        'cleanRichText after words': { read: (text) => cleanRichText(text), before: `<p>${'a '.repeat(20_000)}</p>` },
        plainWordsOf: { read: plainWordsOf },
        plainText: { read: (text) => plainText(text, 500) },
        findBreaks: { read: (text) => findBreaks({ fn_titel: text, fn_kurztext: text, fn_prodname: text, fn_sprache: [] } as never) },
        plainWords: { read: stripOperators },
        readCql: { read: readCql },
        readArguments: { read: (text) => readArguments(new URLSearchParams(`verb=${text}`)) },
        cleanName: { read: (text) => cleanName(text, 'pdf') },
        nameFile: { read: (text) => contentDisposition('inline', text) },
        readSamlXml: { read: readSamlXml, before: '<a>' },
      },
      SHARE,
    ),
  ).toEqual([]);
});

test('imports records in linear time', limits, async () => {
  expect(
    await findSuperLinear(
      {
        detectFormat: { read: (text) => detectFormat(Buffer.from(text)) },
        'detectFormat of XML': { read: (text) => detectFormat(Buffer.from(text)), before: '<result>' },
        csv: { read: (text) => readAll('csv', text), before: 'id;titel\n' },
        'csv in quotation marks': { read: (text) => readAll('csv', text), before: 'id;titel\n"' },
        jsonl: { read: (text) => readAll('jsonl', text), before: '{"fn_titel":"' },
        amb: { read: (text) => readAll('amb', text), before: '[' },
        lom: { read: (text) => readAll('lom', text), before: '<lom><general><title><string>' },
        marcxml: { read: (text) => readAll('marcxml', text), before: '<collection><record><leader>' },
        readXml: { read: (text) => readXml(text), before: '<a>' },
        'readXml with repairs': { read: (text) => readXml(text, { lenient: true }), before: '<a>' },
        readOaiPage: { read: (text) => readOaiPage(Buffer.from(text), 1e9, {}), before: '<OAI-PMH><ListRecords><record><header>' },
        cleanText: { read: cleanText },
        firstSentence: { read: firstSentence },
      },
      SHARE,
    ),
  ).toEqual([]);
});

test('splits words and parses queries in linear time', limits, async () => {
  expect(
    await findSuperLinear(
      {
        tokenise: { read: (text) => tokenise(text, () => undefined) },
        wordsOf: { read: wordsOf },
        fold: { read: fold },
        sortKey: { read: sortKey },
        stemsOf: { read: stemsOf },
      },
      SHARE,
    ),
  ).toEqual([]);
});
