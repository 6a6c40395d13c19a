/** Converts a record of another system to a record of the portal. */
import { collectNotes, type SupplierFields, readSupplierFields, safeIdentifier } from '../../everyday.ts';
import type { ForeignRecord } from '../../foreign/foreign-record.ts';
import { translate, type TermMap } from './terms.ts';
import { cleanText, type FieldNames, type Outcome, toRecord } from '../../record.ts';
import { refuse } from '../../refusal.ts';

/** Names by which the report refers to fields. */
const NAMES = {
  identifier: 'identifier',
  fn_titel: 'title',
  fn_kurztext: 'subtitle',
  fn_text: 'description',
  fn_schlag: 'keywords',
  fn_geb: 'subjects',
  fn_typ: 'type',
  fn_sprache: 'languages',
  fn_adressat: 'audience',
  fn_prodname: 'publisher',
  url: 'address',
  rights_note: 'rights',
} as const satisfies FieldNames;

export type ForeignOptions = {
  terms?: TermMap | undefined;
  /** Prefix of all identifiers, which distinguishes different sources. */
  prefix?: string | undefined;
};

export function mapForeign(foreign: ForeignRecord, { terms = {}, prefix = '' }: ForeignOptions = {}): Outcome {
  const notes = collectNotes(NAMES);
  const identifier = foreign.identifier || foreign.numbers.isbn[0] || foreign.numbers.doi[0] || foreign.address;
  if (foreign.deleted)
    return identifier ? { deleted: deletedIdentifier(prefix, identifier) } : { refusal: refuse('identifier', 'required') };
  const everyday: SupplierFields = {
    identifier: identifier ? prefix + identifier : identifier,
    fn_titel: foreign.title,
    fn_kurztext: foreign.subtitle,
    fn_text: foreign.description,
    fn_geb: translate(foreign.subjects, terms.subjects),
    // Stores authors as searchable keywords, because records have no field for authors.
    fn_schlag: [...foreign.keywords, ...foreign.creators],
    fn_typ: translate(foreign.type, terms.types),
    fn_sprache: translate(foreign.languages, terms.languages),
    fn_adressat: translate(foreign.audience, terms.audience),
    fn_prodname: foreign.publisher,
    year: foreign.year ?? undefined,
    duration: foreign.duration,
    url: foreign.address ?? undefined,
    isbn: foreign.numbers.isbn,
    ean: foreign.numbers.ean,
    doi: foreign.numbers.doi,
    rights_note: foreign.rights,
  };
  return toRecord(readSupplierFields(everyday, notes), notes.list, NAMES);
}

/** Returns the identifier under which a deleted record is stored. */
export const deletedIdentifier = (prefix: string, identifier: string): string => cleanText(safeIdentifier(prefix + identifier));
