/** What a file is, by its beginning: nobody who brings one should have to know. */
import { TextDecoder } from 'node:util';
import { isResource } from './foreign/amb.ts';
import type { CsvPlan, PlanField } from './formats/csv/plan.ts';
import { readRows } from './formats/csv/read.ts';
import type { Format } from './import-records.ts';
import { isIso2709 } from './marc/iso-2709.ts';

/** So many bytes of a file are enough. */
export const HEAD_BYTES = 64 * 1024;

export type Detected = { format: Exclude<Format, 'csv'>; table?: undefined } | { format: 'csv'; table: Table };
export type Table = Pick<CsvPlan, 'delimiter' | 'encoding'> & { headers: string[] };

/** Null where it is none of the formats. */
export async function detectFormat(head: Uint8Array): Promise<Detected | null> {
  if (isIso2709(head)) return { format: 'marc' };
  const start = new TextDecoder('utf-8')
    .decode(head.subarray(0, 200))
    .replace(/^\ufeff/, '')
    .trimStart();
  if (start.startsWith('<') || isUtf16(head)) {
    const format = detectXml(head);
    return format && { format };
  }
  if (start.startsWith('[')) return { format: 'amb' };
  if (start.startsWith('{')) {
    const text = new TextDecoder('utf-8').decode(head);
    return isAmb(text) ? { format: 'amb' } : isJsonLines(text) ? { format: 'jsonl' } : null;
  }
  const table = await readTable(head);
  return table && { format: 'csv', table };
}

const isUtf16 = ([first, second]: Uint8Array): boolean => (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

type Mark = readonly [mark: RegExp, followedBy?: RegExp];

/** Formats that are detected by their first bytes, by JSON, or as a table. Every other one needs a mark. */
type Unmarked = 'csv' | 'jsonl' | 'amb' | 'marc';

/** Elements that only one of the XML formats has; the first in a file decides. Envelopes have no marks. */
const MARKS: Readonly<Record<Exclude<Format, Unmarked>, readonly Mark[]>> = {
  elixier: [[/<(?:\w+:)?datensatz[\s>]/i]],
  onix: [[/<(?:ONIXMessage|Product)[\s>]/i]],
  lom: [[/<(?:\w+:)?lom[\s>]/]],
  dc: [[/<(?:\w+:)?dc[\s>]/]],
  arix: [[/<r(?:ecord)?\s[^<>]*identifier=|<f\s+n=/], [/<result[\s>]/, /<r\s/]],
  marcxml: [[/<(?:\w+:)?(?:leader|datafield|controlfield)[\s>]/]],
};

function detectXml(head: Uint8Array): keyof typeof MARKS | null {
  // Names of elements are the same in all encodings of one byte.
  const text = new TextDecoder(isUtf16(head) ? (head[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'windows-1252').decode(head);
  const found = (Object.keys(MARKS) as (keyof typeof MARKS)[]).flatMap((format) =>
    MARKS[format].flatMap(([mark, followedBy]) => {
      const at = text.search(mark);
      return at === -1 || (followedBy && !followedBy.test(text.slice(at))) ? [] : [{ format, at }];
    }),
  );
  return found.sort((a, b) => a.at - b.at)[0]?.format ?? null;
}

/** JSON-LD, on one line or on many. */
function isAmb(text: string): boolean {
  if (/"(?:@context|@graph|@type)"\s*:|"type"\s*:\s*(?:\[[^[\]]*)?"LearningResource"/.test(text.slice(0, 4_000))) return true;
  try {
    const value: unknown = JSON.parse(text.split('\n', 1)[0]!);
    return isResource(value) && ('name' in value || '@type' in value) && !('title' in value || 'fn_titel' in value);
  } catch {
    return false;
  }
}

/** A line may be broken; where none of the first ones is whole, one value is written over many lines, and it is none of ours. */
function isJsonLines(text: string): boolean {
  const lines = text.split('\n', 20);
  // The last one may go on behind the head.
  return lines.length < 2 || lines.some(isJsonObject);
}

/** Objects inside of others are indented. */
function isJsonObject(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const DELIMITERS = [';', '\t', '|', ','] as const;

/** A table has a header of two columns at least. */
async function readTable(head: Uint8Array): Promise<Table | null> {
  if (head.includes(0)) return null;
  const encoding = isUtf8(head) ? 'utf-8' : 'windows-1252';
  const end = head.indexOf(10);
  const first = end === -1 ? head : head.subarray(0, end);
  const line = new TextDecoder(encoding).decode(first);
  const delimiter = DELIMITERS.map((sign) => ({ sign, count: line.split(sign).length })).sort((a, b) => b.count - a.count)[0]!;
  if (delimiter.count < 2) return null;
  for await (const { cells } of readRows(once(first), { delimiter: delimiter.sign, encoding }))
    return cells ? { delimiter: delimiter.sign, encoding, headers: cells.map((cell) => cell.slice(0, 200)).slice(0, 200) } : null;
  return null;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The last bytes may be a part of a sign. */
function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Names that library programs give the column of a field; `null` for a field that is not guessed. */
const HEADERS: Readonly<Record<PlanField, RegExp | null>> = {
  identifier: /^(id|identifier|signatur|mediennummer|mediennr\.?|nummer|nr\.?|inventarnummer|barcode)$/,
  fn_titel: /^(titel|title|haupttitel|name)$/,
  fn_kurztext: /^(untertitel|kurztext|subtitle|zusatz)$/,
  fn_text: /^(beschreibung|description|inhalt|text|annotation|abstract)$/,
  fn_geb: /^(fach|fächer|sachgebiet|sachgebiete|subject|subjects)$/,
  fn_sprache: /^(sprache|sprachen|language|languages)$/,
  fn_typ: /^(art|medienart|typ|type|medium|format)$/,
  fn_adressat: /^(klasse|klassen|klassenstufe|adressat|adressaten|zielgruppe|stufe|audience|grade|grades)$/,
  fn_schlag: /^(schlagwort|schlagwörter|schlagworte|stichwörter|keywords?|tags)$/,
  fn_prodname: /^(produzent|verlag|hersteller|herausgeber|publisher|producer)$/,
  year: /^(jahr|erscheinungsjahr|produktionsjahr|year)$/,
  duration: /^(dauer|laufzeit|länge|duration)$/,
  url: /^(url|link|adresse|internetadresse)$/,
  isbn: /^(isbn|isbn-?13|isbn-?10)$/,
  ean: /^(ean|gtin)$/,
  doi: /^doi$/,
  rights_note: /^(lizenz|rechte|licence|license)$/,
  fn_nr: null,
  is_mediathek: null,
  set_of: null,
  recommended: null,
  published: null,
};

/** Field → header, each header once. */
export function guessColumns(headers: readonly string[]): Partial<Record<PlanField, string>> {
  const free = new Set(headers);
  const found = Object.entries(HEADERS).flatMap(([field, names]) => {
    const header = names && [...free].find((each) => names.test(each.trim().toLowerCase()));
    if (!header) return [];
    free.delete(header);
    return [[field, header] as const];
  });
  return Object.fromEntries(found);
}
