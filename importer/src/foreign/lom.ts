/** Reads LOM in its German profiles: LOM-DE, LOM-EAF, and LOM for universities. */
import { decodeMixed } from '../text-encoding/unicode-bytes.ts';
import { childrenOf, elementsAt, isElement, readTextWithLines, readText } from '../xml/elements.ts';
import type { XmlElement } from '../xml/read-xml.ts';
import { emptyRecord, type ForeignRecord, readAddress, extractYear, trimEndCharacters, unique } from './foreign-record.ts';
import { preferGerman } from './prefer-german.ts';
import { readAges, readKindTerm, readLevelTerm, readSubjectTerm } from './vocabularies.ts';
import { findNumbers } from './work-numbers.ts';

export function readLom(element: XmlElement): ForeignRecord {
  const lom = lowerNames(element);
  const texts = (...path: string[]): string[] => elementsAt(lom, ...path).flatMap(readStrings);
  const identifiers = elementsAt(lom, 'general', 'identifier');
  const locations = texts('technical', 'location').flatMap((text) => readAddress(text) ?? []);
  const contributions = elementsAt(lom, 'lifecycle', 'contribute');
  const byRole = (pattern: RegExp): string[] =>
    contributions.filter((each) => pattern.test(valueOf(childrenOf(each, 'role')[0]))).flatMap(readNames);
  const disciplines = elementsAt(lom, 'classification').filter((each) => /discipline|^$/i.test(valueOf(childrenOf(each, 'purpose')[0])));
  const levels = elementsAt(lom, 'educational', 'context').flatMap(readTerms).map(readLevelTerm).filter(Boolean);
  return {
    ...emptyRecord(),
    identifier: identifiers.flatMap((each) => childrenOf(each, 'entry').map(readText)).find(Boolean) ?? '',
    deleted: /^(?:unavailable|deleted)$/i.test(valueOf(elementsAt(lom, 'lifecycle', 'status')[0])),
    title: germanText(elementsAt(lom, 'general', 'title')),
    description: germanText(elementsAt(lom, 'general', 'description')),
    creators: unique(byRole(/author|creator|initiator|^$/i)),
    publisher: unique([...byRole(/publisher/i), ...byRole(/provider/i)])
      .slice(0, 2)
      .join(', '),
    year:
      contributions
        .flatMap((each) => childrenOf(each, 'date'))
        .map((each) => extractYear(readText(each)))
        .find(Boolean) ?? null,
    type: unique([
      ...elementsAt(lom, 'educational', 'learningresourcetype').flatMap(readTerms).map(readKindTerm),
      ...texts('technical', 'format'),
    ]),
    languages: unique([...texts('general', 'language'), ...texts('educational', 'language')]),
    subjects: unique(disciplines.flatMap(readTaxons)),
    keywords: unique([...texts('general', 'keyword'), ...texts('classification', 'keyword')]),
    audience: unique(levels.length > 0 ? levels : texts('educational', 'typicalagerange').flatMap(readAges)),
    duration: elementsAt(lom, 'technical', 'duration').map(readDurationText).find(Boolean) ?? '',
    address: locations[0] ?? identifiers.flatMap((each) => readAddress(readText(childrenOf(each, 'entry')[0] ?? each)) ?? [])[0] ?? null,
    preview: readPreview(lom),
    rights: texts('rights', 'description').find((text) => readAddress(text)) ?? texts('rights', 'description')[0] ?? '',
    numbers: findNumbers(identifiers.flatMap((each) => childrenOf(each, 'entry').map(readText))),
  };
}

const lowerNames = (element: XmlElement): XmlElement => ({
  ...element,
  name: element.name.toLowerCase(),
  children: element.children.map((node) => (isElement(node) ? lowerNames(node) : node)),
});

const strings = (element: XmlElement): XmlElement[] => [...childrenOf(element, 'string'), ...childrenOf(element, 'langstring')];

/** Returns the texts of an element in all languages, or the text of the element itself. */
function readStrings(element: XmlElement): string[] {
  const inside = strings(element);
  return (inside.length > 0 ? inside : [element]).map(readText).filter(Boolean);
}

/** Returns the German text of elements that contain either a single text or one text per language. */
function germanText(elements: readonly XmlElement[]): string {
  const inside = elements.flatMap(strings);
  return preferGerman(inside.length > 0 ? inside : elements);
}

/** Returns the value of a vocabulary term, or its address and label. */
function readTerms(term: XmlElement): string[] {
  const parts = ['value', 'id', 'entry'].flatMap((name) => childrenOf(term, name).flatMap(readStrings));
  return parts.length > 0 ? parts : readStrings(term);
}

const valueOf = (term: XmlElement | undefined): string =>
  term ? (childrenOf(term, 'value').flatMap(readStrings)[0] ?? readText(term)) : '';

/** Returns the last and most specific code of each path, or its label. */
function readTaxons(classification: XmlElement): string[] {
  return elementsAt(classification, 'taxonpath').flatMap((path) => {
    const taxon = childrenOf(path, 'taxon').at(-1);
    if (!taxon) return [];
    const code = childrenOf(taxon, 'id').map(readText).map(readSubjectTerm).find(Boolean);
    return code && /^\d+$/.test(code) ? [code] : (childrenOf(taxon, 'entry').flatMap(readStrings)[0] ?? code ?? []);
  });
}

/** Returns the names of persons (`FN:`) or organisations (`ORG:`) in vCards. */
function readNames(contribution: XmlElement): string[] {
  return ['entity', 'centity']
    .flatMap((name) => childrenOf(contribution, name))
    .flatMap((entity) => {
      // Unfolds lines: a line that starts with a blank continues the previous one, unless it is an indented field.
      const card = readTextWithLines(entity).replace(/\r?\n[ \t](?![ \t]{0,40}[A-Z-]{1,30}[;:])/gi, '');
      if (!/BEGIN:VCARD/i.test(card)) return readText(entity);
      const field = (key: string): string => {
        const [, options = '', value = ''] = new RegExp(`^[ \\t]*${key}((?:;[^:\\n]*)?):(.*)$`, 'im').exec(card) ?? [];
        const plain = /quoted-printable/i.test(options) ? readQuotedPrintable(value) : value;
        return plain.trim().replace(/\\(.)/g, '$1');
      };
      return field('FN') || trimEndCharacters(field('ORG'), ';') || [];
    });
}

/** Decodes quoted-printable text, with which vCard 2.1 encodes non-ASCII characters (`=C3=BC`). */
const readQuotedPrintable = (value: string): string =>
  value.replace(/(?:=[\dA-F]{2}){1,500}/gi, (run) => decodeMixed(Buffer.from(run.replaceAll('=', ''), 'hex')));

const readDurationText = (duration: XmlElement): string =>
  [...childrenOf(duration, 'duration'), ...childrenOf(duration, 'datetime'), duration].map(readText).find(Boolean) ?? '';

function readPreview(lom: XmlElement): string | null {
  const relation = childrenOf(lom, 'relation').find((each) => /thumbnail|preview/i.test(valueOf(childrenOf(each, 'kind')[0])));
  if (!relation) return null;
  return (
    elementsAt(relation, 'resource').flatMap((each) => childrenOf(each).flatMap((part) => readAddress(readText(part)) ?? []))[0] ?? null
  );
}
