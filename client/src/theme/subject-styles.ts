/** Returns CSS rules for subject colours. `data-subject` sets hue and chroma, from which `tokens.css` derives the colour roles. */
import { MAIN_SUBJECTS, mainSubject, type MainSubject } from '@fundus/contract/reference/main-subjects';

export const subjectRules = (subjects: readonly MainSubject[] = MAIN_SUBJECTS): string =>
  subjects.map(({ key, hue, chroma }) => `[data-subject='${key}'] { --h: ${hue}; --c: ${chroma}; }`).join('\n');

/** Adds the rules as a constructed style sheet, because the Content-Security-Policy forbids style elements. */
export function addSubjectStyles(root: Document = document): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(subjectRules());
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** Returns the main subject of a medium, or `undefined` if it has no subject. */
export const subjectOf = (codes: readonly string[]): MainSubject | undefined => (codes.length > 0 ? mainSubject(codes) : undefined);
