/** Writes Dublin Core for OAI-PMH and SRU. */
import type { DescribedMedium } from './described.ts';
import { isoDuration } from './described.ts';
import { type Attributes, wrapElement, writeElement } from './xml.ts';

/** DCMI types by class of medium. */
const TYPES: Readonly<Record<DescribedMedium['type']['class'], string>> = {
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

export function writeDublinCore(described: DescribedMedium, root: string, attributes: Attributes): string {
  return wrapElement(
    root,
    [
      writeElement('dc:title', described.title),
      ...described.subjects.map(({ label }) => writeElement('dc:subject', label)),
      ...described.keywords.map((word) => writeElement('dc:subject', word)),
      writeElement('dc:description', described.description),
      writeElement('dc:publisher', described.publisher),
      writeElement('dc:date', described.year),
      writeElement('dc:type', TYPES[described.type.class]),
      writeElement('dc:type', described.type.label),
      writeElement('dc:format', described.format),
      writeElement('dc:format', described.duration === null ? '' : isoDuration(described.duration)),
      writeElement('dc:identifier', described.address),
      writeElement('dc:identifier', described.identifier),
      writeElement('dc:identifier', described.isbn && `urn:isbn:${described.isbn}`),
      writeElement('dc:identifier', described.ean && `urn:ean:${described.ean}`),
      writeElement('dc:identifier', described.doi && `https://doi.org/${described.doi}`),
      ...described.languages.map((code) => writeElement('dc:language', code)),
      writeElement('dc:rights', described.licence ?? described.rightsNote),
    ],
    attributes,
  );
}
