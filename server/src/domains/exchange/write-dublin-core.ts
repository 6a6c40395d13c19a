/** Writes Dublin Core for OAI-PMH and SRU. */
import type { Described } from './described.ts';
import { isoDuration } from './described.ts';
import { type Attributes, wrap, write } from './xml.ts';

/** DCMI types by class of medium. */
const TYPES: Readonly<Record<Described['type']['class'], string>> = {
  picture: 'StillImage',
  audio: 'Sound',
  video: 'MovingImage',
  package: 'Collection',
  link: 'InteractiveResource',
  software: 'Software',
  document: 'Text',
  device: 'PhysicalObject',
  lexicon: 'Text',
  interactive: 'InteractiveResource',
  book: 'Text',
};

export const DC = 'http://purl.org/dc/elements/1.1/';

export function writeDublinCore(described: Described, root: string, attributes: Attributes): string {
  return wrap(
    root,
    [
      write('dc:title', described.title),
      ...described.subjects.map(({ label }) => write('dc:subject', label)),
      ...described.keywords.map((word) => write('dc:subject', word)),
      write('dc:description', described.description),
      write('dc:publisher', described.publisher),
      write('dc:date', described.year),
      write('dc:type', TYPES[described.type.class]),
      write('dc:type', described.type.label),
      write('dc:format', described.format),
      write('dc:format', described.duration === null ? '' : isoDuration(described.duration)),
      write('dc:identifier', described.address),
      write('dc:identifier', described.identifier),
      write('dc:identifier', described.isbn && `urn:isbn:${described.isbn}`),
      write('dc:identifier', described.ean && `urn:ean:${described.ean}`),
      write('dc:identifier', described.doi && `https://doi.org/${described.doi}`),
      ...described.languages.map((code) => write('dc:language', code)),
      write('dc:rights', described.licence ?? described.rightsNote),
    ],
    attributes,
  );
}
