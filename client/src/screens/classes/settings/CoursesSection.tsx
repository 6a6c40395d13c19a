import type { Class } from '@fundus/contract/classes/classes';
import { ltiCourses, type Course } from '@fundus/contract/lti/courses';
import { useQuery } from '@tanstack/react-query';
import { Copy, Link2, Unlink } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { formatDateUnbroken } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { showError } from '../problems.ts';
import '../../../ui/list.css';
import '../../../components/lists/line.css';
import '../../../components/media/licence-badge.css';
import '../classes.css';

const READ = { refreshes: [ltiCourses.courses] };

/** Shows the courses of learning platforms that are linked to the class. Renders nothing if there is neither a platform nor a course. */
export function CoursesSection({ cls }: { cls: Class }) {
  const { t } = useT();
  const params = { id: cls.id };
  const read = useQuery({ ...query(ltiCourses.courses, { params }), staleTime: 0 });
  const invite = useCall(ltiCourses.inviteCourse);
  const [parting, setParting] = useState<Course | null>(null);
  if (!read.data || (read.data.courses.length === 0 && read.data.platforms.length === 0)) return null;
  const { courses, platforms, can } = read.data;
  const close = (): void => {
    invite.reset();
    void read.refetch();
  };
  return (
    <section className="class-courses">
      <h2>{t('lti.course.title')}</h2>
      <p className="quiet">{t('lti.course.hint')}</p>
      {courses.length === 0 ? (
        <p>{t('lti.course.none')}</p>
      ) : (
        <ul className="lines">
          {courses.map((course) => (
            <CourseRow key={course.id} course={course} mayPart={cls.can.members} onPart={() => setParting(course)} />
          ))}
        </ul>
      )}
      {can.connect && cls.can.members && (
        <Button
          variant="line"
          icon={<Link2 />}
          disabled={invite.isPending}
          onClick={() => invite.mutate({ params }, { onError: showError })}
        >
          {t('lti.course.connect')}
        </Button>
      )}
      {invite.data && <CodeDialog {...invite.data} platforms={platforms} onClose={close} />}
      {parting && <PartDialog cls={cls} course={parting} onClose={() => setParting(null)} />}
    </section>
  );
}

function CourseRow({ course, mayPart, onPart }: { course: Course; mayPart: boolean; onPart: () => void }) {
  const { t, locale } = useT();
  const { title, platform, learners, roster } = course;
  const name = title || t('lti.course.unnamed');
  return (
    <li className="class-course">
      <div>
        <h3>{name}</h3>
        <p className="line-facts">
          <span>{t('lti.course.facts', { platform, count: learners })}</span>
          {roster === null && <span>{t('lti.course.noRoster')}</span>}
          {roster && !roster.problem && (
            <span>
              {roster.read_at ? t('lti.course.read', { date: formatDateUnbroken(roster.read_at, 'long', locale) }) : t('lti.course.waits')}
            </span>
          )}
        </p>
        {roster?.problem && <p className="state warn">{t('lti.course.problem')}</p>}
      </div>
      {mayPart && (
        <Button icon={<Unlink />} aria-label={`${t('lti.course.part')}: ${name}`} onClick={onPart}>
          {t('lti.course.part')}
        </Button>
      )}
    </li>
  );
}

type CodeProps = { code: string; until: string; platforms: readonly string[]; onClose: () => void };

/** Shows the code that links a course. It is displayed only once. */
function CodeDialog({ code, until, platforms, onClose }: CodeProps) {
  const { t, locale } = useT();
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(until));
  const copy = async (): Promise<void> => {
    if (await copyText(code)) showSnackbar({ text: t('class.code.copied'), type: 'success' });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('lti.course.connect')}
      closeLabel={t('app.close')}
      foot={
        <Button variant="primary" icon={<Copy />} onClick={() => void copy()}>
          {t('lti.course.copy')}
        </Button>
      }
    >
      <TextField
        label={t('lti.course.code')}
        hint={t('lti.course.code.hint', { platforms: platforms.join(', '), time })}
        value={code}
        readOnly
      />
    </Dialog>
  );
}

function PartDialog({ cls, course, onClose }: { cls: Class; course: Course; onClose: () => void }) {
  const { t } = useT();
  const part = useCall(ltiCourses.leaveCourse, READ);
  return (
    <ConfirmDialog
      title={t('lti.course.part.title', { course: course.title || t('lti.course.unnamed') })}
      action={t('lti.course.part')}
      disabled={part.isPending}
      onClose={onClose}
      onAction={() => part.mutate({ params: { id: cls.id, courseId: course.id } }, { onSuccess: onClose, onError: showError })}
    >
      <p>{t('lti.course.part.hint')}</p>
    </ConfirmDialog>
  );
}
