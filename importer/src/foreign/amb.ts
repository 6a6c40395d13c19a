/** Reads AMB, the JSON-LD profile of schema.org's `LearningResource` by DINI and KIM, as written by OERSI, Serlo and others. */
import { emptyRecord, type ForeignRecord, readAddress, extractYear, unique } from './foreign-record.ts';
import { readKindTerm, readLevelTerm, readSubjectTerm } from './vocabularies.ts';
import { findNumbers } from './work-numbers.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]);

/** Maximum depth of nested lists, which prevents a stack overflow. */
const DEPTH = 8;

/** Returns the text of a value. The value may be a text, a list, a map of texts by language, or an object with a language; German is preferred. */
function textOf(value: unknown): string {
  return textWithin(value, DEPTH);
}

function textWithin(value: unknown, depth: number): string {
  if (depth === 0) return '';
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    const german = value.filter((each) => isObject(each) && /^de\b/i.test(String(each['@language'])));
    return [...german, ...value].map((each) => textWithin(each, depth - 1)).find(Boolean) ?? '';
  }
  if (!isObject(value)) return '';
  return textWithin(value.de ?? value['@value'] ?? value.en ?? Object.values(value).find((each) => typeof each === 'string'), depth - 1);
}

const idOf = (value: unknown): string => (isObject(value) ? textOf(value.id ?? value['@id']) : textOf(value));

const nameOf = (value: unknown): string => (isObject(value) ? textOf(value.name) : textOf(value));

/** Returns for each term the word that `read` returns for its address, or the label of the term if there is none. */
const termsOf = (value: unknown, read: (text: string) => string): string[] =>
  listOf(value).flatMap((term) => {
    const known = read(idOf(term));
    return known !== '' ? known : isObject(term) ? textOf(term.prefLabel ?? term.name) : [];
  });

export function readAmb(resource: Json): ForeignRecord {
  const names = (field: string): string[] => unique(listOf(resource[field]).map(nameOf));
  const id = idOf(resource.id ?? resource['@id']);
  const addresses = [id, ...listOf(resource.url).map(textOf), ...listOf(resource.mainEntityOfPage).map(idOf)];
  const type = listOf(resource.type ?? resource['@type']).map(textOf);
  return {
    ...emptyRecord(),
    identifier: id || textOf(resource.identifier),
    deleted: type.includes('Tombstone') || /^(?:deleted|withdrawn)$/i.test(textOf(resource.creativeWorkStatus)),
    title: textOf(resource.name),
    description: textOf(resource.description),
    creators: names('creator').concat(names('author')),
    publisher: names('publisher').join(', '),
    year: ['datePublished', 'dateCreated', 'dateModified'].map((field) => extractYear(textOf(resource[field]))).find(Boolean) ?? null,
    type: unique([
      ...termsOf(resource.learningResourceType, readKindTerm),
      ...type.filter((each) => each !== 'LearningResource').map(readKind),
    ]),
    languages: unique(listOf(resource.inLanguage).map(textOf)),
    subjects: unique(termsOf(resource.about, readSubjectTerm)),
    keywords: unique(listOf(resource.keywords).flatMap((each) => textOf(each).split(','))),
    audience: unique(termsOf(resource.educationalLevel, readLevelTerm)),
    duration: textOf(resource.duration),
    address: addresses.flatMap((each) => readAddress(each) ?? [])[0] ?? null,
    preview: readAddress(idOf(isObject(resource.image) ? (resource.image.url ?? resource.image) : resource.image)),
    rights: idOf(resource.license),
    numbers: findNumbers([id, ...listOf(resource.identifier).map(textOf), textOf(resource.isbn)]),
  };
}

/** Returns the kind of medium for a type of schema.org: `video` for `VideoObject`. */
const readKind = (type: string): string => type.replace(/Object$|DigitalDocument$/, '').toLowerCase();

/** Returns whether a JSON value is a resource: it has a name or a type. */
export const isResource = (value: unknown): value is Json => isObject(value) && ('name' in value || 'type' in value || '@type' in value);
