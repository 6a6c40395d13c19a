/** Reads an `r` element of an ARIX result, or a separate `record`, as written by media distribution systems. */
import { readPlainText } from '../markup-text.ts';
import { childrenOf, readTextWithLines } from '../xml/elements.ts';
import type { XmlElement } from '../xml/read-xml.ts';
import { emptyRecord, type ForeignRecord, readAddress, extractYear, unique } from './foreign-record.ts';

/** Returns the plain text of a field, in which `~br>` or `<br>` marks a line end. */
const readLines = (text: string): string => readPlainText(text.replace(/~\s{0,8}br\s{0,8}\/?>/gi, '<br>'));

export function readArix(record: XmlElement): ForeignRecord {
  const fields = new Map(childrenOf(record, 'f').map((field) => [field.attributes.n ?? '', readTextWithLines(field).trim()]));
  const text = (name: string): string => fields.get(name) ?? '';
  const parts = (name: string): string[] => unique(text(name).split(/[,;]/));
  return {
    ...emptyRecord(),
    identifier: record.attributes.identifier ?? (text('identifier') || text('nr')),
    title: text('titel'),
    subtitle: text('utitel'),
    description: readLines(text('langtext') || text('text')),
    publisher: text('produ') || text('prodname'),
    year: extractYear(text('prodjahr')),
    type: unique([text('typ')]),
    languages: parts('sprache'),
    subjects: parts('geb'),
    keywords: parts('schlag'),
    audience: parts('adressat'),
    duration: text('laenge').replace(/[fw]$/, '').trimEnd(),
    address: readAddress(text('url')),
    rights: text('lizinfo') === '' ? '' : `Lizenz: ${text('lizinfo')}`,
  };
}
