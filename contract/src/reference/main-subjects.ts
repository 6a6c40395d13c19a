/**
 * Main subjects, one for each top-level code of the subject tree. Their hues and symbols are used for chips, spines and drawn covers. Subjects with
 * similar hues differ in chroma and symbol; labels are short enough for a chip.
 */

export type MainSubject = {
  /** Top-level code of the subject tree. */
  code: string;
  /** Name used in styles and in addresses of symbols: `data-subject="biologie"`. */
  key: string;
  label: string;
  /** OKLCH hue in degrees. `chroma` is a factor applied to the chroma that all subjects share. */
  hue: number;
  chroma: number;
  /** Name of the Lucide icon. */
  icon: string;
};

export const MAIN_SUBJECTS: readonly MainSubject[] = [
  { code: '020', key: 'arbeit', label: 'Arbeitslehre', hue: 60, chroma: 0.75, icon: 'hammer' },
  { code: '040', key: 'beruf', label: 'Berufliche Bildung', hue: 245, chroma: 0.4, icon: 'briefcase' },
  { code: '060', key: 'kunst', label: 'Kunst', hue: 352, chroma: 1, icon: 'palette' },
  { code: '080', key: 'biologie', label: 'Biologie', hue: 146, chroma: 0.95, icon: 'leaf' },
  { code: '100', key: 'chemie', label: 'Chemie', hue: 192, chroma: 0.85, icon: 'flask-conical' },
  { code: '120', key: 'deutsch', label: 'Deutsch', hue: 22, chroma: 1.1, icon: 'feather' },
  { code: '140', key: 'vorschule', label: 'Vorschule', hue: 82, chroma: 0.7, icon: 'blocks' },
  { code: '160', key: 'ethik', label: 'Ethik', hue: 305, chroma: 0.5, icon: 'scale' },
  { code: '180', key: 'freizeit', label: 'Freizeit', hue: 168, chroma: 0.7, icon: 'tent' },
  { code: '200', key: 'sprachen', label: 'Fremdsprachen', hue: 92, chroma: 0.95, icon: 'languages' },
  { code: '220', key: 'geografie', label: 'Geographie', hue: 44, chroma: 1, icon: 'globe' },
  { code: '240', key: 'geschichte', label: 'Geschichte', hue: 70, chroma: 0.5, icon: 'landmark' },
  { code: '260', key: 'gesundheit', label: 'Gesundheit', hue: 8, chroma: 0.7, icon: 'heart-pulse' },
  { code: '280', key: 'grundschule', label: 'Grundschule', hue: 76, chroma: 1, icon: 'backpack' },
  { code: '320', key: 'informatik', label: 'Informatik', hue: 236, chroma: 0.9, icon: 'cpu' },
  { code: '340', key: 'interkulturell', label: 'Interkulturelle Bildung', hue: 56, chroma: 0.45, icon: 'handshake' },
  { code: '360', key: 'jugend', label: 'Kinder- und Jugendbildung', hue: 340, chroma: 0.65, icon: 'users-round' },
  { code: '380', key: 'mathematik', label: 'Mathematik', hue: 256, chroma: 1.05, icon: 'pi' },
  { code: '400', key: 'medien', label: 'Medienpädagogik', hue: 272, chroma: 0.6, icon: 'monitor-smartphone' },
  { code: '420', key: 'musik', label: 'Musik', hue: 325, chroma: 0.9, icon: 'music' },
  { code: '440', key: 'paedagogik', label: 'Pädagogik', hue: 30, chroma: 0.45, icon: 'school' },
  { code: '450', key: 'philosophie', label: 'Philosophie', hue: 280, chroma: 0.4, icon: 'lightbulb' },
  { code: '460', key: 'physik', label: 'Physik', hue: 288, chroma: 0.95, icon: 'atom' },
  { code: '480', key: 'politik', label: 'Politische Bildung', hue: 208, chroma: 0.5, icon: 'vote' },
  { code: '500', key: 'praxis', label: 'Praxisorientierte Fächer', hue: 104, chroma: 0.6, icon: 'scissors' },
  { code: '510', key: 'psychologie', label: 'Psychologie', hue: 310, chroma: 0.8, icon: 'brain' },
  { code: '520', key: 'religion', label: 'Religion', hue: 318, chroma: 0.55, icon: 'flame' },
  { code: '540', key: 'retten', label: 'Retten, Helfen, Schützen', hue: 32, chroma: 0.85, icon: 'life-buoy' },
  { code: '560', key: 'sexualerziehung', label: 'Sexualerziehung', hue: 0, chroma: 0.6, icon: 'heart' },
  { code: '580', key: 'film', label: 'Spiel- und Dokumentarfilm', hue: 264, chroma: 0.3, icon: 'clapperboard' },
  { code: '600', key: 'sport', label: 'Sport', hue: 122, chroma: 1, icon: 'volleyball' },
  { code: '620', key: 'praevention', label: 'Sucht und Prävention', hue: 180, chroma: 0.5, icon: 'shield-check' },
  { code: '640', key: 'umwelt', label: 'Umweltschutz', hue: 158, chroma: 0.7, icon: 'recycle' },
  { code: '660', key: 'verkehr', label: 'Verkehrserziehung', hue: 86, chroma: 0.85, icon: 'bike' },
  { code: '680', key: 'weiterbildung', label: 'Weiterbildung', hue: 230, chroma: 0.35, icon: 'graduation-cap' },
  { code: '700', key: 'wirtschaft', label: 'Wirtschaft', hue: 222, chroma: 0.8, icon: 'chart-line' },
  { code: '720', key: 'allgemein', label: 'Fächerübergreifend', hue: 140, chroma: 0.28, icon: 'shapes' },
];

const BY_CODE = new Map(MAIN_SUBJECTS.map((subject) => [subject.code, subject]));

/** Fallback for media without a subject; it has the most neutral colour. */
export const NEUTRAL_SUBJECT: MainSubject = BY_CODE.get('720')!;

/** Returns the main subject of the first code (fn_geb) that has one; the neutral subject if there is none. */
export const mainSubject = (codes: readonly string[]): MainSubject => {
  for (const code of codes) {
    const subject = BY_CODE.get(code.slice(0, 3));
    if (subject) return subject;
  }
  return NEUTRAL_SUBJECT;
};
