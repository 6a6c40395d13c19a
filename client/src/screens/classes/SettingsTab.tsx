import { classes, type Class, type ClassFields } from '@fundus/contract/classes';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import type { Go } from '../../components/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { ClassForm } from './ClassForm.tsx';
import { ClassSteps } from './ClassSteps.tsx';
import { JoinPart } from './JoinPart.tsx';
import { CLASS_READS } from './problems.ts';

type Props = { cls: Class; learner: boolean; onLeft: () => void; go: Go };

/** What the owners of a class decide, and its end. */
export function SettingsTab({ cls, learner, onLeft, go }: Props) {
  return (
    <div className="class-settings">
      {cls.can.edit && <Fields cls={cls} />}
      {cls.can.edit && <JoinPart cls={cls} />}
      <ClassSteps cls={cls} learner={learner} onLeft={onLeft} go={go} />
    </div>
  );
}

/** The fields as the form has them. */
export const fieldsOf = ({ name, kind, grade, subject, needs, join_policy, picture_login, video_room }: Class): ClassFields => ({
  ...{ name, kind, grade, subject, needs, join_policy, picture_login },
  video_room: video_room ?? '',
});

function Fields({ cls }: { cls: Class }) {
  const { t } = useT();
  /** What was touched; the rest follows the class, which others change too. */
  const [touched, setTouched] = useState<Partial<ClassFields>>({});
  const values = { ...fieldsOf(cls), ...touched };
  const change = useCall(classes.change, CLASS_READS);
  const save = () =>
    change.mutate(
      { params: { id: cls.id }, body: { ...values, name: values.name.trim(), version: cls.version } },
      {
        onSuccess: () => {
          setTouched({});
          showSnackbar({ text: t('class.saved'), type: 'success' });
        },
      },
    );
  return (
    <section>
      <h2>{t('class.about')}</h2>
      <ClassForm values={values} set={(about) => setTouched({ ...touched, ...about })} error={change.error} external={cls.external} whole />
      <Button variant="primary" disabled={values.name.trim() === '' || change.isPending} onClick={save}>
        {t('app.save')}
      </Button>
    </section>
  );
}
