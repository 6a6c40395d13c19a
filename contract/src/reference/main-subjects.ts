/** The main subjects with hue and symbol: the one table from which chips, spines and drawn covers are made. */

export type MainSubject = {
  /** Top-level code of the subject tree. */
  code: string;
  /** Name in styles and addresses of symbols: `data-subject="biologie"`. */
  key: string;
  label: string;
  /** OKLCH hue, and a factor on the shared chroma. */
  hue: number;
  chroma: number;
  /** Name of the lucide symbol. */
  icon: string;
};

export const MAIN_SUBJECTS: readonly MainSubject[] = [
  { code: '020', key: 'arbeit', label: 'Arbeitslehre', hue: 60, chroma: 0.75, icon: 'hammer' },
  { code: '040', key: 'beruf', label: 'Berufliche Bildung', hue: 245, chroma: 0.4, icon: 'briefcase' },
  { code: '060', key: 'kunst', label: 'Kunst', hue: 352, chroma: 1, icon: 'palette' },
  { code: '080', key: 'biologie', label: 'Biologie', hue: 146, chroma: 0.95, icon: 'leaf' },
  { code: '100', key: 'chemie', label: 'Chemie', hue: 192, chroma: 0.85, icon: 'flask-conical' },
  { code: '120', key: 'deutsch', label: 'Deutsch', hue: 22, chroma: 1.1, icon: 'feather' },
  { code: '200', key: 'sprachen', label: 'Fremdsprachen', hue: 92, chroma: 0.95, icon: 'languages' },
  { code: '220', key: 'geografie', label: 'Geografie', hue: 44, chroma: 1, icon: 'globe' },
  { code: '240', key: 'geschichte', label: 'Geschichte', hue: 70, chroma: 0.5, icon: 'landmark' },
  { code: '380', key: 'mathematik', label: 'Mathematik', hue: 256, chroma: 1.05, icon: 'pi' },
  { code: '420', key: 'musik', label: 'Musik', hue: 325, chroma: 0.9, icon: 'music' },
  { code: '460', key: 'physik', label: 'Physik', hue: 288, chroma: 0.95, icon: 'atom' },
  { code: '600', key: 'sport', label: 'Sport', hue: 122, chroma: 1, icon: 'volleyball' },
  { code: '700', key: 'wirtschaft', label: 'Wirtschaft', hue: 222, chroma: 0.8, icon: 'chart-line' },
];
