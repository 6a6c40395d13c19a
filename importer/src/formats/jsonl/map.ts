/**
 * Converts a JSON object to a record. The object has either the fields of `MediaRecord` (full form) or the simpler fields of suppliers (plain form).
 */
import { cleanText, type FieldNames, type Outcome, toRecord } from '../../record.ts';
import { collectNotes, listOf, type Notes, addPrefix, readAudience, readSupplierFields, safeIdentifier, toText } from '../../everyday.ts';
import { MediaRecord } from '@fundus/contract/catalogue/media-record';
import { languageCode } from '@fundus/contract/reference/languages';
import { isSubject } from '@fundus/contract/reference/subjects';
import { z } from 'zod';
import { plainValue, readRichText } from '../../markup-text.ts';
import { refuse } from '../../refusal.ts';
import { deletedIdentifier } from '../foreign/map.ts';
import { translate, type TermMap } from '../foreign/terms.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Field names of the plain form that differ from the full form. */
const PLAIN_NAMES = {
  identifier: 'id',
  fn_titel: 'title',
  fn_text: 'description',
  fn_schlag: 'keywords',
  fn_geb: 'subjects',
  fn_typ: 'type',
  fn_sprache: 'language',
  fn_adressat: 'audience',
  fn_prodname: 'publisher',
  rights_note: 'licence',
} as const satisfies FieldNames;

/** Fields with the same name in both forms. In the plain form, the short text is the first sentence of the description. */
const SHARED = Object.keys(MediaRecord.shape).filter((field) => !(field in PLAIN_NAMES) && field !== 'fn_kurztext');

/** Returns whether an object is in full form, which has field names of its own. */
const isFull = (line: JsonObject): boolean => 'identifier' in line || 'fn_titel' in line;

/** Converts a line to a record or a deletion. `terms` defines the meaning of the source's words; `prefix` is prepended to identifiers. */
export const mapLine = (line: JsonObject, { terms = {}, prefix = '' }: MapOptions = {}): Outcome =>
  isDeleted(line) ? mapDeleted(line, prefix) : isFull(line) ? mapFull(line, terms, prefix) : mapPlain(line, terms, prefix);

/** Returns whether a line deletes a record: `{"id": "4711", "deleted": true}`, or `"status": "deleted"`. */
const isDeleted = ({ deleted, status }: JsonObject): boolean => deleted === true || status === 'deleted';

function mapDeleted(line: JsonObject, prefix: string): Outcome {
  const identifier = toText(line.identifier ?? line.id);
  return typeof identifier === 'string'
    ? { deleted: deletedIdentifier(prefix, identifier) }
    : { refusal: refuse('identifier' in line ? 'identifier' : 'id', 'required') };
}

type MapOptions = { terms?: TermMap | undefined; prefix?: string | undefined };

/**
 * Maps a line in full form strictly, except for three notations of suppliers: ranges of grades, lists in one text, and three-letter language codes.
 */
function mapFull(line: JsonObject, terms: TermMap, prefix: string): Outcome {
  const notes = collectNotes();
  const input: Record<string, unknown> = { ...line };
  for (const field of ['fn_titel', 'fn_kurztext', 'fn_schlag', 'fn_prodname', 'rights_note'])
    if (input[field] !== undefined) input[field] = plainValue(input[field]);
  if (typeof line.fn_text === 'string') input.fn_text = readRichText(line.fn_text);
  if (input.identifier === undefined && line.id !== undefined) input.identifier = idOf(line.id);
  for (const field of ['fn_geb', 'fn_sprache', 'fn_schlag'] as const)
    if (typeof input[field] === 'string') input[field] = listOf(input[field], field === 'fn_schlag' ? /[;,|\n]/ : /[;|\n]/);
  if (isTexts(input.fn_geb)) input.fn_geb = translate(input.fn_geb, terms.subjects);
  if (typeof line.fn_typ === 'string') input.fn_typ = translate([line.fn_typ.trim()], terms.types)[0] ?? line.fn_typ;
  if (isTexts(input.fn_sprache)) input.fn_sprache = translate(input.fn_sprache, terms.languages).map((code) => languageCode(code) ?? code);
  if (typeof line.fn_adressat === 'string' || isTexts(line.fn_adressat))
    input.fn_adressat = readAudience(translate(listOf(line.fn_adressat), terms.audience), notes);
  if (isTexts(input.fn_geb)) noteUnknown(input.fn_geb, notes);
  for (const [field, value] of Object.entries(input)) if (value === null && DEFAULTED.has(field)) delete input[field];
  if (prefix !== '')
    for (const field of ['identifier', 'set_of']) if (typeof input[field] === 'string') input[field] = addPrefix(prefix, input[field]);
  return toRecord(input, notes.list);
}

/** Fields with a default value; null selects the default. */
const DEFAULTED = new Set(Object.entries(MediaRecord.shape).flatMap(([field, schema]) => (schema instanceof z.ZodDefault ? field : [])));

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string');

const noteUnknown = (codes: readonly string[], notes: Notes): void => {
  for (const code of codes) if (!isSubject(code.trim())) notes.add('fn_geb', 'kept', code);
};

const idOf = (id: unknown): unknown => {
  const text = toText(id);
  return typeof text === 'string' ? safeIdentifier(cleanText(text)) : text;
};

function mapPlain(line: JsonObject, terms: TermMap, prefix: string): Outcome {
  const notes = collectNotes(PLAIN_NAMES);
  const shared = Object.fromEntries(SHARED.filter((field) => line[field] != null).map((field) => [field, line[field]]));
  const source = toText(line.source);
  const everyday = {
    ...shared,
    identifier: addPrefix(prefix, line.id),
    ...(shared.set_of !== undefined && { set_of: addPrefix(prefix, shared.set_of) }),
    fn_titel: line.title,
    fn_text: line.description,
    fn_schlag: [...listOf(plainValue(line.keywords), /[;,|\n]/), ...authorsOf(line)],
    fn_geb: translate([...listOf(line.eaf), ...listOf(line.subjects)], terms.subjects),
    fn_typ: translate([...listOf(line.typ), ...listOf(line.type)], terms.types),
    fn_sprache: known(line.language, terms.languages),
    fn_adressat: known(line.audience, terms.audience),
    fn_prodname: line.publisher,
    rights_note: toText(line.licence) ?? toText(line.license) ?? (typeof source === 'string' ? `Quelle: ${source}` : undefined),
  };
  return toRecord(readSupplierFields(everyday, notes), notes.list, PLAIN_NAMES);
}

/** Replaces the source's words in a value. Without a table, returns the value unchanged, because its separators depend on the field. */
const known = (value: unknown, terms: TermMap[keyof TermMap]): unknown =>
  terms && Object.keys(terms).length > 0 ? translate(listOf(value), terms) : value;

/** Returns the authors as keywords, because records have no field for authors. */
const authorsOf = (line: JsonObject): string[] => listOf(plainValue(line.authors ?? line.author), /[;|\n]|,\s/);
