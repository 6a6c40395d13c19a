/** Writes LOM-DE, which repositories of the federal states and edu-sharing use. */
import { isoDuration, type DescribedMedium } from './described.ts';
import { type Attributes, wrapElement, writeElement } from './xml.ts';

export const LOM = 'http://ltsc.ieee.org/xsd/LOM';

const german = (text: string): string => writeElement('string', text, { language: 'de' });

const term = (name: string, source: string, value: string): string =>
  wrapElement(name, writeElement('source', source) + writeElement('value', value));

/** LOM types by class of medium. */
const KINDS: Readonly<Record<DescribedMedium['type']['class'], string>> = {
  picture: 'figure',
  audio: 'narrative text',
  video: 'lecture',
  package: 'narrative text',
  link: 'narrative text',
  software: 'simulation',
  document: 'narrative text',
  device: 'experiment',
  lexicon: 'narrative text',
  interactive: 'exercise',
  book: 'narrative text',
};

/** Returns the LOM context of a grade code. */
function contextOf(code: string): string {
  if (code.startsWith('A')) return 'school';
  return { E: 'school', SO: 'school', BB: 'training', J: 'other', Q: 'other', T: 'training' }[code] ?? 'other';
}

export function writeLom(described: DescribedMedium, attributes: Attributes = {}): string {
  return wrapElement(
    'lom',
    [
      writeGeneral(described),
      writeLifeCycle(described),
      writeTechnical(described),
      writeEducational(described),
      writeRights(described),
      writeRelation(described),
      writeClassification(described),
    ],
    {
      xmlns: LOM,
      ...attributes,
    },
  );
}

const writeGeneral = (described: DescribedMedium): string =>
  wrapElement('general', [
    wrapElement('identifier', writeElement('catalog', 'URL') + writeElement('entry', described.address)),
    wrapElement('identifier', writeElement('catalog', 'local') + writeElement('entry', described.identifier)),
    ...numbersOf(described).map(([catalog, number]) =>
      wrapElement('identifier', writeElement('catalog', catalog) + writeElement('entry', number)),
    ),
    wrapElement('title', german(described.title)),
    ...described.languages.map((code) => writeElement('language', code)),
    described.description ? wrapElement('description', german(described.description)) : '',
    ...described.keywords.map((word) => wrapElement('keyword', german(word))),
  ]);

const numbersOf = ({ isbn, ean, doi }: DescribedMedium): [string, string][] =>
  Object.entries({ ISBN: isbn, EAN: ean, DOI: doi }).flatMap(([catalog, number]) => (number ? [[catalog, number]] : []));

/** Returns a vCard with the name, in which `;`, `,` and line breaks must be escaped. */
const card = (name: string): string => {
  const text = name.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ');
  return `BEGIN:VCARD\nVERSION:3.0\nFN:${text}\nN:;;;;\nORG:${text}\nEND:VCARD`;
};

const writeLifeCycle = (described: DescribedMedium): string =>
  described.publisher === ''
    ? ''
    : wrapElement(
        'lifeCycle',
        wrapElement('contribute', [
          term('role', 'LOMv1.0', 'publisher'),
          writeElement('entity', card(described.publisher)),
          described.year === null ? '' : wrapElement('date', writeElement('dateTime', described.year)),
        ]),
      );

const writeTechnical = (described: DescribedMedium): string =>
  wrapElement('technical', [
    // The address leads to a page, whatever the format of the medium.
    writeElement('format', 'text/html'),
    writeElement('location', described.address),
    described.duration === null ? '' : wrapElement('duration', writeElement('duration', isoDuration(described.duration))),
  ]);

function writeEducational(described: DescribedMedium): string {
  const contexts = [...new Set(described.grades.map(({ code }) => contextOf(code)))];
  return wrapElement('educational', [
    term('learningResourceType', 'LOMv1.0', KINDS[described.type.class]),
    ...['teacher', 'learner'].map((role) => term('intendedEndUserRole', 'LOMv1.0', role)),
    ...contexts.map((context) => term('context', 'LOMv1.0', context)),
    described.classes ? wrapElement('typicalAgeRange', german(`${described.classes.from + 5}-${described.classes.to + 6}`)) : '',
    ...described.languages.map((code) => writeElement('language', code)),
  ]);
}

const writeRights = (described: DescribedMedium): string =>
  wrapElement('rights', [
    term('cost', 'LOMv1.0', described.free ? 'no' : 'yes'),
    term('copyrightAndOtherRestrictions', 'LOMv1.0', /\/publicdomain\//.test(described.licence ?? '') ? 'no' : 'yes'),
    described.licence || described.rightsNote ? wrapElement('description', german(described.licence ?? described.rightsNote)) : '',
  ]);

const writeRelation = (described: DescribedMedium): string =>
  wrapElement(
    'relation',
    term('kind', 'LOM-DEv1.0', 'hasthumbnail') + wrapElement('resource', wrapElement('description', german(described.cover))),
  );

const writeClassification = (described: DescribedMedium): string =>
  described.subjects.length === 0
    ? ''
    : wrapElement('classification', [
        term('purpose', 'LOMv1.0', 'discipline'),
        ...described.subjects.map(({ code, label }) =>
          wrapElement('taxonPath', [
            wrapElement('source', writeElement('string', 'EAF Thesaurus', { language: 'x-t-eaf' })),
            wrapElement('taxon', writeElement('id', code) + wrapElement('entry', german(label))),
          ]),
        ),
      ]);
