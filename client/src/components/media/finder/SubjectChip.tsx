import { subjectOf } from '../../../theme/subject-styles.ts';
import './subject-chip.css';
import { SubjectIcon } from './subject-icons.tsx';

/** The main subject of a medium: colour, sign and word. Nothing where it has none. */
export function SubjectChip({ codes }: { codes: readonly string[] }) {
  const subject = subjectOf(codes);
  if (!subject) return null;
  return (
    <span className="subject" data-subject={subject.key}>
      <SubjectIcon icon={subject.icon} />
      {subject.label}
    </span>
  );
}
