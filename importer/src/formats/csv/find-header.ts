/** Finds the header row of a table and guesses which column contains which field. */
import { normalizeText } from '@fundus/contract/unicode';
import type { PlanField } from './plan.ts';
import type { Row } from './read.ts';

/** Number of rows that are searched for the header, which may follow titles, dates and empty rows. */
export const HEADER_ROWS = 20;

export type Header = { headers: string[]; rating: number };

/** Column names that library programs use for a field; `null` if the field is never guessed. */
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

/** Returns a column name for comparison, without line breaks and zero-width characters. */
const plainHeader = (header: string): string =>
  normalizeText(header)
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Returns the column name for each field. Each column is used only once. Text in brackets after the name is ignored. */
export function guessColumns(headers: readonly string[]): Partial<Record<PlanField, string>> {
  const free = new Set(headers);
  const found = Object.entries(HEADERS).flatMap(([field, names]) => {
    if (!names) return [];
    const fits = (name: string): boolean => names.test(name) || names.test(name.replace(/ ?[([][^()[\]]{0,100}[)\]]$/, ''));
    const header = [...free].find((each) => fits(plainHeader(each)));
    if (header === undefined) return [];
    free.delete(header);
    return [[field, header] as const];
  });
  return Object.fromEntries(found);
}

/** Returns the row with the most field names, at least two. Otherwise returns the first row with two cells, or `null`. */
export async function findHeader(rows: AsyncIterable<Row>): Promise<Header | null> {
  let best: Header | null = null;
  let count = 0;
  for await (const { cells = [] } of rows) {
    const headers = cells.map((cell) => cell.replace(/\s+/g, ' ').trim().slice(0, 200)).slice(0, 200);
    const known = Object.keys(guessColumns(headers)).length;
    const rating = (known > 1 ? known * 1_000 : known) + headers.length;
    if (headers.length > 1 && (best === null || (known > 1 && rating > best.rating))) best = { headers, rating };
    if ((count += 1) >= HEADER_ROWS) break;
  }
  return best;
}
