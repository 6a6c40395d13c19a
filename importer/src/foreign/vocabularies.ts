/** Converts vocabulary terms of German repositories to words and codes that the importer recognises. */

import { lookUp } from './foreign-record.ts';

/** KIM school subjects (`http://w3id.org/kim/schulfaecher/s1001`) with their codes in the subject tree. */
const SCHOOL_SUBJECTS = `
  s1000:20003 s1001:080 s1002:100 s1003:20040 s1004:12002 s1005:120 s1006:12005 s1007:20001 s1008:160 s1009:20002 s1010:220 s1011:240 s1012:260 s1013:320
  s1014:20004 s1015:060 s1016:20005 s1017:380 s1019:04003 s1020:420 s1021:450 s1022:460 s1023:480 s1024:520 s1025:520 s1026:520 s1027:20006 s1028:28010
  s1030:20007 s1031:600 s1032:20008 s1033:700 s1034:20040 s1035:20040 s1036:20003 s1037:20011 s1038:20040 s1039:20009 s1040:46014 s1042:48005 s1043:510
  s1044:0400807 s1045:440 s1046:400 s1047:50001 s1048:020 s1049:02002 s1050:200 s1054:4800405 s1055:520 s1056:520 s1057:520 s1058:480 s1059:50005
`;

const pairs = SCHOOL_SUBJECTS.trim()
  .split(/\s+/)
  .map((pair) => pair.split(':') as [string, string]);

const SUBJECT_OF = new Map(pairs);

/** Addresses of KIM school subjects by code of the subject tree, for export. The first subject of a code is used. */
const SCHOOL_SUBJECT_OF = new Map(pairs.toReversed().map(([id, code]) => [code, `http://w3id.org/kim/schulfaecher/${id}`]));

/** KIM educational levels (`https://w3id.org/kim/educationalLevel/level_1`). */
const LEVELS: Readonly<Record<string, string>> = {
  level_0: 'Elementarbereich',
  level_1: 'Primarstufe',
  level_2: 'Sekundarstufe I',
  level_3: 'Sekundarstufe II',
  level_4: 'Erwachsenenbildung',
  level_5: 'Hochschule',
  level_06: 'Hochschule',
  level_07: 'Hochschule',
  level_08: 'Hochschule',
  level_A: 'Hochschule',
  level_B: 'Lehrerbildung',
  level_C: 'Fortbildung',
};

/** Educational contexts of LOM in English. */
const CONTEXTS: Readonly<Record<string, string>> = {
  'pre-school': 'Elementarbereich',
  'primary education': 'Primarstufe',
  'primary school': 'Primarstufe',
  'lower secondary school': 'Sekundarstufe I',
  'upper secondary school': 'Sekundarstufe II',
  'secondary education': 'Sekundarstufe I',
  'compulsory education': 'A',
  school: 'A',
  'vocational education': 'BB',
  'vocational training': 'BB',
  'special education': 'SO',
  'higher education': 'Hochschule',
  'continuing education': 'Q',
  'professional development': 'T',
  training: 'Q',
  'distance education': 'Q',
  other: '',
};

/** Terms of the vocabularies hcrt and LRMI whose names the importer does not recognise as kinds of medium. */
const KINDS: Readonly<Record<string, string>> = {
  drill_and_practice: 'Übung',
  educational_game: 'Lernspiel',
  questionnaire: 'text',
  diagram: 'image',
  map: 'image',
  assessment: 'test',
  slide: 'präsentation',
  web_page: 'website',
  data: 'text',
  textbook: 'book',
  lesson_plan: 'text',
  index: 'collection',
};

const isVocabulary = (text: string): boolean => /^https?:\/\/(?:www\.)?(?:w3id\.org|purl\.org)\//.test(text);

const lastPart = (text: string): string => {
  const part = text.replace(/[/#]$/, '').split(/[/#]/).at(-1) || text;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Returns the code for the address of a subject; any other text unchanged. */
export function readSubjectTerm(text: string): string {
  if (!isVocabulary(text)) return text;
  const part = lastPart(text);
  if (text.includes('/schulfaecher/')) return SUBJECT_OF.get(part) ?? '';
  return /^\d{3,}$/.test(part) ? part : '';
}

export function readLevelTerm(text: string): string {
  const part = isVocabulary(text) ? lastPart(text) : text;
  return lookUp(LEVELS, part) ?? lookUp(CONTEXTS, part.toLowerCase()) ?? part.replaceAll('_', ' ');
}

export function readKindTerm(text: string): string {
  const part = isVocabulary(text) ? lastPart(text) : text;
  // Terms of new_lrt have random ids as addresses, so only their labels are useful.
  if (/^[0-9a-f]{8}-/.test(part)) return '';
  return lookUp(KINDS, part) ?? part.replaceAll('_', ' ');
}

/** Returns the KIM school subject for a code of the subject tree or its nearest ancestor; `undefined` if there is none. */
export function schoolSubjectOf(code: string): string | undefined {
  for (let length = code.length; length >= 3; length -= 2) {
    const found = SCHOOL_SUBJECT_OF.get(code.slice(0, length));
    if (found) return found;
  }
  return undefined;
}

/** Returns the grades for a range of ages in years. Children start grade 1 at the age of six. */
export function readAges(text: string): string[] {
  const ages = [...text.matchAll(/\d{1,2}/g)].map(Number).slice(0, 2);
  const [from, to = from] = ages;
  if (from === undefined || to === undefined || to < 6) return [];
  return [`A(${Math.max(from - 5, 1)}-${Math.min(Math.max(to - 6, 1), 13)})`];
}
