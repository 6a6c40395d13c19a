import { mainSubjectName } from '../../../i18n/reference-names.ts';
import { subjectOf } from '../../../theme/subject-styles.ts';
import './subject-chip.css';
import { SubjectIcon } from './subject-icons.tsx';

/** Shows the main subject of a medium as colour, icon and text. Renders nothing if the medium has no subject. */
export function SubjectChip({ codes }: { codes: readonly string[] }) {
  const subject = subjectOf(codes);
  if (!subject) return null;
  return (
    <span className="subject" data-subject={subject.key}>
      <SubjectIcon icon={subject.icon} />
      {mainSubjectName(subject)}
    </span>
  );
}
