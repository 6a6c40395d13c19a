/** Writes AMB, the profile of DINI and KIM for the type `LearningResource` of schema.org. */
import { schoolSubjectOf } from '@fundus/importer/foreign/vocabularies';
import { subjectLabel } from '@fundus/contract/reference/subjects';
import { isoDuration, type DescribedMedium } from './described.ts';

export type Json = { [key: string]: Json | (Json | string)[] | string | number | boolean };

const concept = (id: string, label?: string): Json => ({ id, type: 'Concept', ...(label && { prefLabel: { de: label } }) });

type Class = DescribedMedium['type']['class'];

/** Type of schema.org and term of the vocabulary hcrt, by class of medium. */
const KINDS: Readonly<Record<Class, readonly [type: string, kind: string]>> = {
  picture: ['ImageObject', 'image'],
  audio: ['AudioObject', 'audio'],
  video: ['VideoObject', 'video'],
  package: ['Collection', 'course'],
  link: ['WebPage', 'web_page'],
  software: ['SoftwareApplication', 'application'],
  document: ['DigitalDocument', 'text'],
  device: ['', 'other'],
  lexicon: ['Article', 'text'],
  interactive: ['WebApplication', 'drill_and_practice'],
  book: ['Book', 'textbook'],
};

/** Returns the KIM education level of a grade code. */
function levelOf(code: string): string {
  const grade = Number(/^A\((\d+)\)$/.exec(code)?.[1] ?? 0);
  if (grade > 0) return grade <= 4 ? 'level_1' : grade <= 10 ? 'level_2' : 'level_3';
  return { E: 'level_0', BB: 'level_3', T: 'level_C' }[code] ?? '';
}

const LEVEL_LABELS: Readonly<Record<string, string>> = {
  level_0: 'Elementarbereich',
  level_1: 'Primarbereich',
  level_2: 'Sekundarbereich I',
  level_3: 'Sekundarbereich II',
  level_C: 'Fortbildung',
};

const EAF = 'http://w3id.org/openeduhub/vocabs-playground/eaf-sachgebietssystematik/';

/** Returns the subjects that correspond to a school subject. AMB has no terms for other subjects. */
function ambSubjects({ subjects }: DescribedMedium): Json[] {
  const schoolSubjects = new Map(subjects.flatMap(({ code }) => (schoolSubjectOf(code) ? [[schoolSubjectOf(code)!, code] as const] : [])));
  if (schoolSubjects.size === 0) return [];
  return [
    ...[...schoolSubjects].map(([id, code]) => concept(id, subjectLabel(code))),
    ...subjects.map(({ code, label }) => concept(EAF + encodeURIComponent(code), label)),
  ];
}

export function writeAmb(described: DescribedMedium, changedAt: Date, siteName: string, origin: string): Json {
  const [type, kind] = KINDS[described.type.class];
  const levels = [...new Set(described.grades.map(({ code }) => levelOf(code)).filter(Boolean))];
  const about = ambSubjects(described);
  return {
    '@context': ['https://w3id.org/kim/amb/context.jsonld', { '@language': 'de' }],
    id: described.address,
    type: ['LearningResource', ...(type ? [type] : [])],
    name: described.title,
    ...(described.description && { description: described.description }),
    ...(about.length > 0 && { about }),
    ...(described.keywords.length > 0 && { keywords: described.keywords }),
    learningResourceType: [concept(`https://w3id.org/kim/hcrt/${kind}`, described.type.label)],
    ...(levels.length > 0 && {
      educationalLevel: levels.map((level) => concept(`https://w3id.org/kim/educationalLevel/${level}`, LEVEL_LABELS[level])),
    }),
    ...(described.languages.length > 0 && { inLanguage: described.languages.filter((code) => /^[a-z]{2}$/.test(code)) }),
    ...(described.publisher && { publisher: [{ type: 'Organization', name: described.publisher }] }),
    image: described.cover,
    ...(described.licence && { license: { id: described.licence } }),
    ...(described.duration !== null && described.duration > 0 && { duration: isoDuration(described.duration) }),
    datePublished: described.published,
    isAccessibleForFree: described.free,
    conditionsOfAccess: concept(`http://w3id.org/kim/conditionsOfAccess/${described.free ? 'no_login' : 'login'}`),
    mainEntityOfPage: [
      {
        id: described.address,
        type: 'WebContent',
        provider: { id: origin, type: 'Service', name: siteName },
        dateModified: changedAt.toISOString(),
      },
    ],
  };
}
