/** Reads Dublin Core (`oai_dc:dc`, or the `dc` schema of SRU). */
import { childrenOf, readText, textsAt } from '../xml/elements.ts';
import type { XmlElement } from '../xml/read-xml.ts';
import { emptyRecord, type ForeignRecord, lookUp, readAddress, readName, extractYear, unique } from './foreign-record.ts';
import { germanOf } from './prefer-german.ts';
import { findNumbers } from './work-numbers.ts';

/** DCMI types, mapped to words that the importer recognises. */
const TYPES: Readonly<Record<string, string>> = {
  movingimage: 'video',
  stillimage: 'image',
  sound: 'audio',
  text: 'text',
  interactiveresource: 'interactive',
  software: 'software',
  collection: 'collection',
  physicalobject: 'device',
};

export function readDublinCore(dc: XmlElement): ForeignRecord {
  const texts = (name: string): string[] => textsAt(dc, name);
  const identifiers = texts('identifier');
  const addresses = identifiers.flatMap((text) => readAddress(text) ?? []);
  const preview = texts('relation').find((text) => /\.(?:jpe?g|png|webp|gif)$/i.test(text)) ?? '';
  const german = (name: string): string[] => germanOf(childrenOf(dc, name)).map(readText);
  const [title = '', second] = german('title');
  const others = [...texts('alternative'), ...texts('title').filter((text) => text !== title)];
  return {
    ...emptyRecord(),
    identifier: identifiers.find((text) => readAddress(text) === null) ?? identifiers[0] ?? '',
    title,
    subtitle: second ?? others[0] ?? '',
    description: unique([...german('description'), ...german('abstract')]).join('\n'),
    creators: unique([...texts('creator'), ...texts('contributor')].map(readName)),
    publisher: unique(texts('publisher')).join(', '),
    year: texts('date').map(extractYear).find(Boolean) ?? null,
    type: unique(
      [...texts('type'), ...texts('format')].map((type) => lookUp(TYPES, type.toLowerCase().replace(/^.*[/#]|\s/g, '')) ?? type),
    ),
    languages: unique(texts('language')),
    subjects: unique(texts('subject')),
    audience: unique([...texts('audience'), ...texts('educationLevel')]),
    duration: texts('extent')[0] ?? '',
    address: addresses.find((address) => !/\/\/(?:dx\.)?doi\.org\//.test(address)) ?? addresses[0] ?? null,
    preview: readAddress(preview),
    rights: texts('license')[0] ?? unique(texts('rights')).join('; '),
    numbers: findNumbers([...identifiers, ...texts('source')]),
  };
}
