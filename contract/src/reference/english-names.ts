/** English names of media types (fn_typ), subjects (fn_geb) and grade levels (fn_adressat). Loaded only if the UI language is English. */
import { languageOf } from '../locale.ts';
import { ENGLISH_SUBJECT_TABLE } from './english-subjects-data.ts';
import { mediaType } from './media-types.ts';

const TYPES = `
10 Slides|12 Transparencies|19 Picture|24 Audio CD|29 Online audio|32 16 mm film|42 Video cassette (VHS)|46 Video DVD|49 Online film
50 Media package|MP Media package|55 Online media package|56 Media module|57 Online resource|58 Website, research tool|66 CD-ROM
69 Online software|79 Online document|CP Document|89 Device for loan|LEX Encyclopaedia entry|UC_APP App|UC_BOOK Digital textbook
UC_PRINT Book|UC_CLIP Video clip|UC_H5P Interactive exercise (H5P)
`;

const GRADES = `
E Early years|A General schools|BB Vocational education|SO Special needs education|J Youth education|Q Adult education|T Teacher training
${Array.from({ length: 13 }, (_, i) => `A(${i + 1}) Grade ${i + 1}`).join('|')}
`;

/** English names by code. The codes of the three tables do not overlap. */
export const ENGLISH_NAMES: ReadonlyMap<string, string> = new Map(
  [TYPES, ENGLISH_SUBJECT_TABLE, GRADES]
    .map((table) => table.trim())
    .join('\n')
    .split(/[\n|]/)
    .map((entry) => {
      const gap = entry.indexOf(' ');
      return [entry.slice(0, gap), entry.slice(gap + 1)];
    }),
);

/** Returns the name of a code in the language of a locale, or `german` if there is no translation. For files and mails that the server writes. */
export const nameIn = (locale: string, code: string, german: string): string =>
  languageOf(locale) === 'en' ? (ENGLISH_NAMES.get(code) ?? german) : german;

/** Returns the name of a media type in the language of a locale. */
export const typeNameIn = (locale: string, code: string): string => nameIn(locale, code, mediaType(code).label);
