/** Converts suppliers' names of media types to codes (`fn_typ`). */
import { typeNameIn } from '@fundus/contract/reference/english-names';
import { isMediaType, MEDIA_TYPES } from '@fundus/contract/reference/media-types';

/** Codes by complete name in lower case. */
const NAMES: Readonly<Record<string, string>> = {
  audio: '29',
  audiobook: '29',
  sound: '29',
  image: '19',
  bild: '19',
  video: '49',
  film: '49',
  clip: 'UC_CLIP',
  text: '79',
  pdf: '79',
  document: '79',
  dokument: '79',
  book: 'UC_PRINT',
  buch: 'UC_PRINT',
  ebook: 'UC_BOOK',
  'e-book': 'UC_BOOK',
  lexicon: 'LEX',
  encyclopedia: 'LEX',
  article: '58',
  artikel: '58',
  website: '58',
  link: '58',
  url: '58',
  collection: '57',
  channel: '57',
  playlist: '57',
  course: '55',
  module: '55',
  package: '55',
  software: '69',
  interactive: '69',
  app: 'UC_APP',
  device: '89',
  dvd: '46',
  cd: '24',
};

/**
 * Patterns for parts of names; earlier ones take precedence. For example, "Arbeitsblatt, interaktiv" is interactive, and "Infomodul (mit Video)" is a
 * document.
 */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/h5p/, 'UC_H5P'],
  [/leihgerät|verleihgerät|geräte?verleih|laptop|beamer|notebook|mikrofonset/, '89'],
  [/cd-?rom/, '66'],
  [/dvd|blu-?ray/, '46'],
  [/vhs|videokassette/, '42'],
  [/16-?mm/, '32'],
  [/audio-?cd|hörbuch-?cd/, '24'],
  [/\bdias?\b|diareihe|diaserie/, '10'],
  [/transparent|folien?satz/, '12'],
  [/interakti|interactiv|simula[tc]i|quiz|lernspiel|\bgames?\b|\bspiele?\b|software|\bprogramm|\btools?\b/, '69'],
  [/e-?book|epub|digitales? (?:schul)?buch/, 'UC_BOOK'],
  [/lexikon|wörterbuch|enzyklopäd|dictionary|glossar/, 'LEX'],
  [/arbeitsblatt|worksheet|blatt\b|blätter|sheet|hoja|hilfe|handreichung|leitfaden|infomodul|guide|lückentext|cloze|ejercicio/, '79'],
  [/medienpaket|online-?paket|\bkurs|course|modul|unterrichtseinheit|didaktische dvd|scorm/, '55'],
  [/^video\/|video|film|fernseh|sendung|\bmovie|animation|audiovisuell/, '49'],
  [/^audio\/|audio|podcast|hörspiel|hörbuch|radio|hörfunk|\bton\b|lied|sound|musikstück/, '29'],
  [/buch\b|bücher|textbook|monogra(?:ph|f)|roman\b|^book/, 'UC_PRINT'],
  [/^image\/|grafik|graphic|gráfico|bild(?!ung)|foto|photo|illustration|diagram|landkarte|schaubild|plakat|poster|mindmap/, '19'],
  [/sammlung|kanal|channel|playlist|online-?angebot|portal|linkliste/, '57'],
  [/web|internet|link|homepage|blog|artikel|wiki/, '58'],
  [/^(?:application|text)\//, '79'],
  [
    /text|dokument|document|skript|bericht|report|thesis|dissertation|proceedings|präsentation|reading|lecture|lesson|material|aufgabe/,
    '79',
  ],
  [/assignment|activity|case study|übung|exercise|test\b|strategy|method|métodos|method|hinweis|directriz|projekt|quelle|entwurf/, '79'],
];

/** Codes by German and English label. If several types have a label, the first one is used. */
const BY_LABEL = new Map(
  MEDIA_TYPES.toReversed().flatMap(({ code, label }) => [label, typeNameIn('en', code)].map((name) => [name.toLowerCase(), code] as const)),
);

/** Returns the code for a name, label, MIME type or code; `undefined` if it is unknown. */
export function mediaTypeCode(raw: string): string | undefined {
  const name = raw.trim();
  if (isMediaType(name)) return name;
  if (isMediaType(name.toUpperCase())) return name.toUpperCase();
  const lower = name.toLowerCase();
  return BY_LABEL.get(lower) ?? (Object.hasOwn(NAMES, lower) ? NAMES[lower] : PATTERNS.find(([pattern]) => pattern.test(lower))?.[1]);
}

/** Returns the code for the address of a medium, by default that of a web page. Without an address, returns the code of a document. */
export function mediaTypeOfUrl(url: string | undefined): string {
  if (!url) return '79';
  const ending = /\.([a-z0-9]{2,5})$/i.exec(url.split(/[?#]/, 1)[0]!)?.[1]?.toLowerCase() ?? '';
  if (/^(?:mp4|webm|m4v|mov|avi|mkv|m3u8|mpg|mpeg)$/.test(ending)) return '49';
  if (/^(?:mp3|m4a|ogg|wav|aac|flac)$/.test(ending)) return '29';
  if (/^(?:jpe?g|png|gif|svg|webp|avif|tiff?)$/.test(ending)) return '19';
  if (/^(?:pdf|docx?|odt|pptx?|odp|xlsx?|ods|rtf|txt)$/.test(ending)) return '79';
  if (ending === 'h5p') return 'UC_H5P';
  return ending === 'epub' ? 'UC_BOOK' : '58';
}
