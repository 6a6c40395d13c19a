import { classes, type Class, type ClassFields } from '@fundus/contract/classes/classes';
import { useState } from 'react';
import type { Go } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { CoursesSection } from './CoursesSection.tsx';
import { toClassFields } from '../class-fields.ts';
import { ClassForm } from '../ClassForm.tsx';
import { ClassStateDialogs } from './ClassStateDialogs.tsx';
import { JoinSection } from './JoinSection.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { CLASS_READS, problemOf } from '../problems.ts';
import { useVersionedCall } from '../use-versioned-call.ts';
import '../classes.css';

type Props = { cls: Class; learner: boolean; onLeft: () => void; go: Go };

/** Shows the settings for owners, the join code for all teachers, and the actions that archive or delete the class. */
export function SettingsTab({ cls, learner, onLeft, go }: Props) {
  return (
    <div className="class-settings">
      {cls.can.edit && <Fields cls={cls} />}
      {(cls.can.edit || cls.join_code) && <JoinSection cls={cls} />}
      {cls.can.seeMembers && <CoursesSection cls={cls} />}
      <ClassStateDialogs cls={cls} learner={learner} onLeft={onLeft} go={go} />
    </div>
  );
}

function Fields({ cls }: { cls: Class }) {
  const { t } = useT();
  /** Values that the user has changed. All other values follow concurrent changes. */
  const [touched, setTouched] = useState<Partial<ClassFields>>({});
  const values = { ...toClassFields(cls), ...touched };
  const change = useVersionedCall(classes.change, CLASS_READS);
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
      <FormProblem>{problemOf(t, change.error)}</FormProblem>
      <ClassForm values={values} set={(about) => setTouched({ ...touched, ...about })} error={change.error} external={cls.external} whole />
      <Button variant="primary" disabled={values.name.trim() === '' || change.isPending} onClick={save}>
        {t('app.save')}
      </Button>
    </section>
  );
}
