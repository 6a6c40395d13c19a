/** Writes MODS for reference managers. */
import { isoDuration, type Described } from './described.ts';
import { wrap, write } from './xml.ts';

const MODS = 'http://www.loc.gov/mods/v3';

/** Type of resource by class of medium, and the genre from which Zotero derives the item type. */
const KINDS: Readonly<Record<Described['type']['class'], readonly [resource: string, genre: string]>> = {
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

export function writeMods(described: Described): string {
  const [resource, genre] = KINDS[described.type.class];
  return wrap(
    'mods',
    [
      wrap('titleInfo', write('title', described.title)),
      write('typeOfResource', resource),
      write('genre', genre),
      described.publisher || described.year
        ? wrap('originInfo', [write('publisher', described.publisher), write('dateIssued', described.year)])
        : '',
      ...described.languages.map((code) => wrap('language', write('languageTerm', code, { type: 'code', authority: 'rfc3066' }))),
      described.duration === null ? '' : wrap('physicalDescription', write('extent', isoDuration(described.duration))),
      write('abstract', described.description),
      ...described.subjects.map(({ label }) => wrap('subject', write('topic', label))),
      ...described.keywords.map((word) => wrap('subject', write('topic', word))),
      write('identifier', described.identifier, { type: 'local' }),
      write('identifier', described.isbn, { type: 'isbn' }),
      write('identifier', described.doi, { type: 'doi' }),
      wrap('location', write('url', described.address, { usage: 'primary display' })),
      write('accessCondition', described.licence ?? described.rightsNote, { type: 'use and reproduction' }),
    ],
    { xmlns: MODS, version: '3.7' },
  );
}
