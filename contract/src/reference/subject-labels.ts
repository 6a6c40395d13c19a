/** Reads subjects by the German and English labels of all levels of the tree. Used by imports only; too large for the client. */
import { ENGLISH_NAMES } from './english-names.ts';
import { foldSubjectName, SUBJECT_NAMES, subjectCodes } from './subject-names.ts';
import { SUBJECTS } from './subjects.ts';

/** Codes by label. A main subject takes precedence; otherwise, labels that several subjects share have no code. */
const BY_LABEL = new Map<string, string | null>();
for (const { code, label } of SUBJECTS)
  for (const name of new Set([foldSubjectName(label), foldSubjectName(ENGLISH_NAMES.get(code) ?? label)])) {
    const known = BY_LABEL.get(name);
    if (known === undefined || code.length === 3) BY_LABEL.set(name, code);
    else if (known?.length !== 3) BY_LABEL.set(name, null);
  }

/** Returns the subject codes for a code, a name, a label or joined names, like `subjectCodes`. */
export function readSubject(raw: string): ReturnType<typeof subjectCodes> {
  const name = foldSubjectName(raw);
  const labelled = SUBJECT_NAMES.has(name) ? undefined : BY_LABEL.get(name);
  return labelled ? { codes: [labelled], complete: true } : subjectCodes(raw);
}
