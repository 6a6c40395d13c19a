/** Finds the header row of a table and guesses which column contains which field. */
import { foldName } from '../../fold-name.ts';
import type { PlanField } from './plan.ts';
import type { Row } from './read.ts';

/** Number of rows that are searched for the header, which may follow titles, dates and empty rows. */
export const HEADER_ROWS = 20;

export type Header = { headers: string[]; rating: number };

/**
 * Names of columns in library programs, in the column dialog and in exported lists of the portal; `null` if the field is never guessed. Case, accents,
 * spaces and punctuation are ignored.
 */
const NAMES: Readonly<Record<PlanField, string | null>> = {
  identifier:
    'kennung,identifier,id,signatur,mediennummer,mediennr,nummer,nr,number,media number,call number,itemcallnumber,exemplarnummer,' +
    'zugangsnummer,inventarnummer,inventarnr,bestellnummer,bestellnr,barcode,biblionumber',
  fn_titel: 'titel,title,haupttitel,hauptsachtitel,sachtitel,medientitel,name',
  fn_kurztext: 'untertitel,kurztext,subtitle,zusatz,titelzusatz,zusatz zum titel',
  fn_text: 'beschreibung,description,inhalt,inhaltsangabe,text,annotation,abstract,zusammenfassung,summary',
  fn_geb: 'fach,fächer,sachgebiet,sachgebiete,unterrichtsfach,unterrichtsfächer,systematik,subject,subjects',
  fn_sprache: 'sprache,sprachen,language,languages',
  fn_typ: 'art,medienart,medientyp,mediengruppe,typ,type,media type,itemtype,medium,format',
  fn_adressat:
    'klasse,klassen,klassenstufe,klassenstufen,jahrgangsstufe,jahrgangsstufen,adressat,adressaten,zielgruppe,stufe,stufen,audience,grade,grades',
  fn_schlag: 'schlagwort,schlagwörter,schlagworte,stichwort,stichwörter,stichworte,keyword,keywords,tags',
  fn_prodname: 'produzent,produktion,anbieter,verlag,hersteller,herausgeber,publisher,publishercode,producer,provider',
  year: 'jahr,erscheinungsjahr,erschjahr,produktionsjahr,year,year of production,publication year,copyrightdate',
  duration: 'dauer,laufzeit,spieldauer,länge,duration,running time,runtime',
  url: 'url,link,adresse,internetadresse,webadresse,web address',
  isbn: 'isbn,isbn13,isbn10',
  ean: 'ean,gtin',
  doi: 'doi',
  rights_note: 'lizenz,lizenzhinweis,rechte,licence,license,licence note,rights',
  fn_nr: null,
  is_mediathek: null,
  set_of: null,
  recommended: null,
  published: null,
};
const FIELDS = Object.entries(NAMES).flatMap(([field, names]) =>
  names ? [[field, new Set(names.split(',').map(foldName))] as const] : [],
);

/** Returns the column name for each field. Each column is used only once. Text in brackets after the name is ignored. */
export function guessColumns(headers: readonly string[]): Partial<Record<PlanField, string>> {
  const free = new Set(headers);
  const found = FIELDS.flatMap(([field, names]) => {
    const header = [...free].find(
      (each) => names.has(foldName(each)) || names.has(foldName(each.replace(/[([][^()[\]]{0,100}[)\]]\s*$/, ''))),
    );
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
