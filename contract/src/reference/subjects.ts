/** Subject tree (fn_geb) with labels, ancestors and children. The client does not load its 50 kB but receives labels in replies. */
import { SUBJECT_TABLE } from './subjects-data.ts';

export type Subject = { code: string; label: string };

/** All subjects sorted by code, so that parents precede their children. */
export const SUBJECTS: readonly Subject[] = SUBJECT_TABLE.trim()
  .split('\n')
  .map((line) => {
    const gap = line.indexOf(' ');
    return { code: line.slice(0, gap), label: line.slice(gap + 1) };
  });

const BY_CODE = new Map(SUBJECTS.map((subject) => [subject.code, subject]));

/** Returns whether the code is in the tree. */
export const isSubject = (code: string): boolean => BY_CODE.has(code);

/** Returns the German label of a subject, or the code itself if it is unknown. */
export const subjectLabel = (code: string): string => BY_CODE.get(code)?.label ?? code;

/** Returns the ancestors of a code, top level first: `08005040501` → `080`, `08005`, `0800504`, `080050405`. */
export const subjectAncestors = (code: string): string[] => {
  const above: string[] = [];
  for (let length = 3; length < code.length; length += 2) above.push(code.slice(0, length));
  return above;
};

/** Returns the top-level code: `0800504` → `080`. */
export const topSubject = (code: string): string => code.slice(0, 3);

const CHILDREN = new Map<string, string[]>();
for (const { code } of SUBJECTS) {
  const parent = code.length > 3 ? code.slice(0, -2) : '';
  const siblings = CHILDREN.get(parent);
  if (siblings) siblings.push(code);
  else CHILDREN.set(parent, [code]);
}

/** Returns the codes one level below a code; the top-level codes for `''`. */
export const subjectChildren = (code: string): readonly string[] => CHILDREN.get(code) ?? [];

/**
 * Returns the labels from the top level down to the code, joined: `Biologie › Zoologie › Wirbeltiere`. Many labels are ambiguous without their
 * parents.
 */
export const subjectPath = (code: string): string => [...subjectAncestors(code), code].map(subjectLabel).join(' › ');
