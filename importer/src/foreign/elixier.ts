/** Reads a `datensatz` element of ELIXIER, the exchange format of the education servers of the Länder. */
import { textAt, textsAt } from '../xml/elements.ts';
import type { XmlElement } from '../xml/read-xml.ts';
import { emptyRecord, type ForeignRecord, readAddress, readName, extractYear, unique } from './foreign-record.ts';
import { readAges } from './vocabularies.ts';

export function readElixier(entry: XmlElement): ForeignRecord {
  const parts = (name: string): string[] => unique(textsAt(entry, name).flatMap((text) => text.split(';')));
  const levels = parts('bildungsebene');
  const years = ['publikationsdatum', 'letzte_aenderung'].flatMap((name) => textsAt(entry, name));
  return {
    ...emptyRecord(),
    identifier: textAt(entry, 'id_local'),
    title: textAt(entry, 'titel'),
    description: textAt(entry, 'beschreibung'),
    creators: parts('autor').map(readName),
    publisher: textAt(entry, 'einsteller') || textAt(entry, 'quelle_id'),
    year: years.map(extractYear).find(Boolean) ?? null,
    type: parts('lernressourcentyp'),
    languages: parts('sprache'),
    // The last part of a path is the most specific: `Schule; mathematisch-naturwissenschaftliche Fächer; Biologie`.
    subjects: unique(textsAt(entry, 'systematikpfad').map((path) => path.split(';').at(-1) ?? '')),
    keywords: parts('schlagwort'),
    audience: levels.length > 0 ? levels : readAges(`${textAt(entry, 'alter_min')}-${textAt(entry, 'alter_max')}`),
    address: readAddress(textAt(entry, 'url_ressource')) ?? readAddress(textAt(entry, 'url_datensatz')),
    rights: textAt(entry, 'rechte'),
  };
}
