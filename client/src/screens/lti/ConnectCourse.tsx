import { ltiVisit, type Visit } from '@fundus/contract/lti/lti';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import './lti.css';

/** Shows a form for the code that links a course to a class. */
export function ConnectForm({ level, onVisit }: { level: 1 | 2; onVisit: (visit: Visit) => void }) {
  const { t } = useT();
  const [code, setCode] = useState('');
  const connect = useCall(ltiVisit.connect, { refreshes: [ltiVisit.tasks] });
  const { error } = connect;
  const problem =
    error &&
    (error.code === 'validation_failed'
      ? t('lti.connect.wrong')
      : error.code === 'state_conflict'
        ? t('lti.connect.taken')
        : t(`error.${error.code}`, { name: '' }));
  const send = (): void =>
    connect.mutate(
      { body: { code: code.trim() } },
      {
        onSuccess: (visit) => {
          showSnackbar({ text: t('lti.connect.done', { class: visit.course?.class_name ?? '' }), type: 'success' });
          onVisit(visit);
        },
      },
    );
  return (
    <form
      className="lti-connect"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') send();
      }}
    >
      {level === 1 ? <PageHeading title={t('lti.connect.title')} /> : <h2>{t('lti.connect.title')}</h2>}
      <p className="lti-words">{t('lti.connect.hint')}</p>
      <TextField
        label={t('lti.connect.code')}
        autoComplete="off"
        spellCheck={false}
        value={code}
        error={problem}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" icon={<Link2 />} disabled={code.trim() === '' || connect.isPending}>
        {t('lti.connect.do')}
      </Button>
    </form>
  );
}

export const ConnectCourse = ({ onVisit }: { onVisit: (visit: Visit) => void }) => (
  <div className="wrap lti-page">
    <ConnectForm level={1} onVisit={onVisit} />
  </div>
);
