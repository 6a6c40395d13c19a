import { classes, nextSchoolYear, type Class } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { Archive, ArchiveRestore, CalendarPlus, LogOut, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import type { Go } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { classHref } from '../class-view.ts';
import { CLASS_READS, showError, errorText } from '../problems.ts';
import { SuccessorDialog } from './SuccessorDialog.tsx';
import { useVersionedCall } from '../use-versioned-call.ts';
import '../../../components/classes/class-forms.css';
import '../classes.css';

type Step = 'archive' | 'delete' | 'succeed' | 'leave';

/** Shows buttons and dialogs that create a class for the next school year, and archive, delete or leave the class. */
export function ClassStateDialogs({ cls, learner, onLeft, go }: { cls: Class; learner: boolean; onLeft: () => void; go: Go }) {
  const { t } = useT();
  const [step, setStep] = useState<Step | null>(null);
  const state = useVersionedCall(classes.setState, CLASS_READS);
  const undo = useUndo(CLASS_READS);
  const { can, name, version } = cls;
  const close = () => setStep(null);
  const params = { id: cls.id };
  const archive = () =>
    state.mutate(
      { params, body: { to: 'archived', version } },
      {
        onSuccess: (now) => {
          showSnackbar({
            text: t('class.archive.done', { name }),
            type: 'success',
            action: undo(classes.setState, { params, body: { to: 'active', version: now.version } }),
          });
          close();
        },
        onError: showError,
      },
    );
  const restore = () =>
    state.mutate(
      { params, body: { to: 'active', version } },
      {
        onSuccess: (now) =>
          showSnackbar({
            text: t('class.restore.done', { name }),
            type: 'success',
            action: undo(classes.setState, { params, body: { to: 'archived', version: now.version } }),
          }),
        onError: showError,
      },
    );
  return (
    <section>
      <h2>{t(learner ? 'class.leave' : 'class.steps')}</h2>
      <ul className="class-steps">
        {can.edit && !cls.successor && (
          <li>
            <p>{t('class.succeed.text', { year: nextSchoolYear(cls.school_year) })}</p>
            <Button variant="line" icon={<CalendarPlus />} onClick={() => setStep('succeed')}>
              {t('class.succeed')}
            </Button>
          </li>
        )}
        {can.archive && (
          <li>
            <p>{t('class.archive.text')}</p>
            <Button variant="line" icon={<Archive />} onClick={() => setStep('archive')}>
              {t('class.archive')}
            </Button>
          </li>
        )}
        {can.restore && (
          <li>
            <p>{t('class.restore.text')}</p>
            <Button variant="line" icon={<ArchiveRestore />} disabled={state.isPending} onClick={restore}>
              {t('class.restore')}
            </Button>
          </li>
        )}
        {can.leave && (
          <li>
            <p>{t(learner ? 'class.leave.text.pupil' : 'class.leave.text')}</p>
            <Button variant="line" icon={<LogOut />} onClick={() => setStep('leave')}>
              {t('class.leave')}
            </Button>
          </li>
        )}
        {can.delete && (
          <li>
            <p>{t('class.delete.text')}</p>
            <Button variant="line" icon={<Trash2 />} onClick={() => setStep('delete')}>
              {t('class.delete')}
            </Button>
          </li>
        )}
      </ul>
      {step === 'archive' && (
        <ConfirmDialog
          title={t('class.archive.title', { name })}
          action={t('class.archive')}
          disabled={state.isPending}
          onClose={close}
          onAction={archive}
        >
          <p className="class-ask">{t('class.archive.text')}</p>
        </ConfirmDialog>
      )}
      {step === 'delete' && <DeleteDialog cls={cls} onClose={close} onDone={onLeft} />}
      {step === 'leave' && <LeaveDialog cls={cls} learner={learner} onClose={close} onDone={onLeft} />}
      {step === 'succeed' && <SuccessorDialog cls={cls} onClose={close} onDone={(id) => go(classHref(id))} />}
    </section>
  );
}

function DeleteDialog({ cls, onClose, onDone }: { cls: Class; onClose: () => void; onDone: () => void }) {
  const { t } = useT();
  const [typed, setTyped] = useState('');
  const remove = useVersionedCall(classes.setState, { refreshes: [classes.read, classes.list, classes.ofSchool] });
  const undo = useUndo({ refreshes: [classes.list, classes.ofSchool] });
  const fits = typed.trim().toLowerCase() === cls.name.toLowerCase();
  return (
    <ConfirmDialog
      title={t('class.delete.title', { name: cls.name })}
      action={t('class.delete')}
      disabled={!fits || remove.isPending}
      onClose={onClose}
      onAction={() =>
        remove.mutate(
          { params: { id: cls.id }, body: { to: 'deleted', name: typed.trim(), version: cls.version } },
          {
            onSuccess: ({ version }) => {
              showSnackbar({
                text: t('class.delete.done', { name: cls.name }),
                type: 'success',
                action: undo(classes.setState, { params: { id: cls.id }, body: { to: 'active', version } }),
              });
              onDone();
            },
          },
        )
      }
    >
      <p className="class-ask">{t('class.delete.text')}</p>
      <TextField
        label={t('class.delete.type', { name: cls.name })}
        value={typed}
        autoComplete="off"
        error={remove.error && errorText(t, remove.error)}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ConfirmDialog>
  );
}

type LeaveProps = { cls: Class; learner: boolean; onClose: () => void; onDone: () => void };

function LeaveDialog({ cls, learner, onClose, onDone }: LeaveProps) {
  const { t } = useT();
  const leave = useCall(classMembers.leave, { refreshes: [classes.list] });
  return (
    <ConfirmDialog
      title={t('class.leave.title', { name: cls.name })}
      action={t('class.leave')}
      disabled={leave.isPending}
      onClose={onClose}
      onAction={() =>
        leave.mutate(
          { params: { id: cls.id } },
          {
            onSuccess: () => {
              showSnackbar({ text: t('class.leave.done', { name: cls.name }), type: 'success' });
              onDone();
            },
          },
        )
      }
    >
      {leave.error && <FormProblem>{errorText(t, leave.error)}</FormProblem>}
      <p className="class-ask">{t(learner ? 'class.leave.text.pupil' : 'class.leave.text')}</p>
    </ConfirmDialog>
  );
}
