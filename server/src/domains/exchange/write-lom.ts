/** Writes LOM-DE, which repositories of the federal states and edu-sharing use. */
import { isoDuration, type Described } from './described.ts';
import { type Attributes, wrap, write } from './xml.ts';

export const LOM = 'http://ltsc.ieee.org/xsd/LOM';

const german = (text: string): string => write('string', text, { language: 'de' });

const term = (name: string, source: string, value: string): string => wrap(name, write('source', source) + write('value', value));

/** LOM types by class of medium. */
const KINDS: Readonly<Record<Described['type']['class'], string>> = {
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

export function writeLom(described: Described, attributes: Attributes = {}): string {
  return wrap(
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

const writeGeneral = (described: Described): string =>
  wrap('general', [
    wrap('identifier', write('catalog', 'URL') + write('entry', described.address)),
    wrap('identifier', write('catalog', 'local') + write('entry', described.identifier)),
    ...numbersOf(described).map(([catalog, number]) => wrap('identifier', write('catalog', catalog) + write('entry', number))),
    wrap('title', german(described.title)),
    ...described.languages.map((code) => write('language', code)),
    described.description ? wrap('description', german(described.description)) : '',
    ...described.keywords.map((word) => wrap('keyword', german(word))),
  ]);

const numbersOf = ({ isbn, ean, doi }: Described): [string, string][] =>
  Object.entries({ ISBN: isbn, EAN: ean, DOI: doi }).flatMap(([catalog, number]) => (number ? [[catalog, number]] : []));

/** Returns a vCard with the name, in which `;`, `,` and line breaks must be escaped. */
const card = (name: string): string => {
  const text = name.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ');
  return `BEGIN:VCARD\nVERSION:3.0\nFN:${text}\nN:;;;;\nORG:${text}\nEND:VCARD`;
};

const writeLifeCycle = (described: Described): string =>
  described.publisher === ''
    ? ''
    : wrap(
        'lifeCycle',
        wrap('contribute', [
          term('role', 'LOMv1.0', 'publisher'),
          write('entity', card(described.publisher)),
          described.year === null ? '' : wrap('date', write('dateTime', described.year)),
        ]),
      );

const writeTechnical = (described: Described): string =>
  wrap('technical', [
    // The address leads to a page, whatever the format of the medium.
    write('format', 'text/html'),
    write('location', described.address),
    described.duration === null ? '' : wrap('duration', write('duration', isoDuration(described.duration))),
  ]);

function writeEducational(described: Described): string {
  const contexts = [...new Set(described.grades.map(({ code }) => contextOf(code)))];
  return wrap('educational', [
    term('learningResourceType', 'LOMv1.0', KINDS[described.type.class]),
    ...['teacher', 'learner'].map((role) => term('intendedEndUserRole', 'LOMv1.0', role)),
    ...contexts.map((context) => term('context', 'LOMv1.0', context)),
    described.classes ? wrap('typicalAgeRange', german(`${described.classes.from + 5}-${described.classes.to + 6}`)) : '',
    ...described.languages.map((code) => write('language', code)),
  ]);
}

const writeRights = (described: Described): string =>
  wrap('rights', [
    term('cost', 'LOMv1.0', described.free ? 'no' : 'yes'),
    term('copyrightAndOtherRestrictions', 'LOMv1.0', /\/publicdomain\//.test(described.licence ?? '') ? 'no' : 'yes'),
    described.licence || described.rightsNote ? wrap('description', german(described.licence ?? described.rightsNote)) : '',
  ]);

const writeRelation = (described: Described): string =>
  wrap('relation', term('kind', 'LOM-DEv1.0', 'hasthumbnail') + wrap('resource', wrap('description', german(described.cover))));

const writeClassification = (described: Described): string =>
  described.subjects.length === 0
    ? ''
    : wrap('classification', [
        term('purpose', 'LOMv1.0', 'discipline'),
        ...described.subjects.map(({ code, label }) =>
          wrap('taxonPath', [
            wrap('source', write('string', 'EAF Thesaurus', { language: 'x-t-eaf' })),
            wrap('taxon', write('id', code) + wrap('entry', german(label))),
          ]),
        ),
      ]);
