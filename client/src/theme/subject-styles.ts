/** Subject colours: `data-subject` sets hue and chroma from the contract's table; tokens.css makes the roles of them. */
import { MAIN_SUBJECTS, type MainSubject } from '@fundus/contract/reference/main-subjects';

export const subjectRules = (subjects: readonly MainSubject[] = MAIN_SUBJECTS): string =>
  subjects.map(({ key, hue, chroma }) => `[data-subject='${key}'] { --h: ${hue}; --c: ${chroma}; }`).join('\n');

/** A constructed sheet: the content security policy forbids style elements. */
export function addSubjectStyles(root: Document = document): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(subjectRules());
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

const BY_CODE = new Map(MAIN_SUBJECTS.map((subject) => [subject.code, subject]));

/** The main subject a code of the tree belongs to: its first three digits. */
export const mainSubject = (code: string): MainSubject | undefined => BY_CODE.get(code.slice(0, 3));

/** The subject a medium is shown under: the first of its codes with a main subject. */
export function subjectOf(codes: readonly string[]): MainSubject | undefined {
  for (const code of codes) {
    const subject = mainSubject(code);
    if (subject) return subject;
  }
  return undefined;
}
