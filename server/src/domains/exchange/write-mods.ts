/** Writes MODS for reference managers. */
import { isoDuration, type DescribedMedium } from './described.ts';
import { wrapElement, writeElement } from './xml.ts';

const MODS = 'http://www.loc.gov/mods/v3';

/** Type of resource by class of medium, and the genre from which Zotero derives the item type. */
const KINDS: Readonly<Record<DescribedMedium['type']['class'], readonly [resource: string, genre: string]>> = {
  picture: ['still image', 'picture'],
  audio: ['sound recording', 'sound'],
  video: ['moving image', 'videorecording'],
  package: ['mixed material', ''],
  link: ['text', 'web site'],
  software: ['software, multimedia', ''],
  document: ['text', 'document'],
  device: ['three dimensional object', ''],
  lexicon: ['text', 'encyclopedia'],
  interactive: ['software, multimedia', ''],
  book: ['text', 'book'],
};

export function writeMods(described: DescribedMedium): string {
  const [resource, genre] = KINDS[described.type.class];
  return wrapElement(
    'mods',
    [
      wrapElement('titleInfo', writeElement('title', described.title)),
      writeElement('typeOfResource', resource),
      writeElement('genre', genre),
      described.publisher || described.year
        ? wrapElement('originInfo', [writeElement('publisher', described.publisher), writeElement('dateIssued', described.year)])
        : '',
      ...described.languages.map((code) =>
        wrapElement('language', writeElement('languageTerm', code, { type: 'code', authority: 'rfc3066' })),
      ),
      described.duration === null ? '' : wrapElement('physicalDescription', writeElement('extent', isoDuration(described.duration))),
      writeElement('abstract', described.description),
      ...described.subjects.map(({ label }) => wrapElement('subject', writeElement('topic', label))),
      ...described.keywords.map((word) => wrapElement('subject', writeElement('topic', word))),
      writeElement('identifier', described.identifier, { type: 'local' }),
      writeElement('identifier', described.isbn, { type: 'isbn' }),
      writeElement('identifier', described.doi, { type: 'doi' }),
      wrapElement('location', writeElement('url', described.address, { usage: 'primary display' })),
      writeElement('accessCondition', described.licence ?? described.rightsNote, { type: 'use and reproduction' }),
    ],
    { xmlns: MODS, version: '3.7' },
  );
}
