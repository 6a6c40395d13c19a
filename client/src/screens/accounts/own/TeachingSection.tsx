import type { ClassLine } from '@fundus/contract/classes/classes';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { OwnClasses } from '../../../components/classes/OwnClasses.tsx';
import { SubjectChip } from '../../../components/media/finder/SubjectChip.tsx';
import { useT } from '../../../i18n/translate.ts';
import '../parts/account-screen.css';

/** Shows the subjects and grades that a teacher teaches. They are derived from the teacher's classes and are changed there. */
export function TeachingSection() {
  const { t } = useT();
  return (
    <OwnClasses
      title={t('classes.teaching')}
      says={t('classes.teaching.hint')}
      settings
      sum={(lines) => lines.length > 0 && <Taught lines={lines} />}
    />
  );
}

function Taught({ lines }: { lines: readonly ClassLine[] }) {
  const { t } = useT();
  const subjects = [...new Map(lines.flatMap(({ subject }) => (subject ? [[mainSubject([subject]).key, subject]] : []))).values()];
  const grades = [...new Set(lines.flatMap(({ grade }) => grade ?? []))].sort((a, b) => a - b);
  return (
    <dl className="account-teaching">
      <div>
        <dt>{t('classes.teaching.subjects')}</dt>
        <dd>
          {subjects.map((subject) => (
            <SubjectChip key={subject} codes={[subject]} />
          ))}
          {subjects.length === 0 && t('classes.teaching.unknown')}
        </dd>
      </div>
      <div>
        <dt>{t('classes.teaching.grades')}</dt>
        <dd>{grades.join(', ') || t('classes.teaching.unknown')}</dd>
      </div>
    </dl>
  );
}
