import { useState, type ReactNode } from 'react';
import { LeaveDialog } from '../../components/forms/LeaveDialog.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { useT } from '../../i18n/translate.ts';
import { requestHeadingFocus } from '../../stores/page.ts';
import { useUnsaved } from '../../stores/unsaved.ts';
import { Button } from '../../ui/Button.tsx';
import './legal.css';
import '../../components/forms/edit-foot.css';
import './legal-edit.css';

type Props = {
  title: string;
  /** True if there are unsaved changes. */
  dirty: boolean;
  busy: boolean;
  onSave: () => void;
  onClose: () => void;
  /** Content next to the buttons. */
  aside?: ReactNode;
  children: ReactNode;
};

/** Shows a frame for editors of legal pages. Unsaved changes are discarded only after a confirmation. */
export function EditFrame({ title, dirty, busy, onSave, onClose, aside, children }: Props) {
  const { t } = useT();
  const [leaving, setLeaving] = useState(false);
  useState(requestHeadingFocus);
  useUnsaved('changes', dirty);
  return (
    <form
      className="wrap legal legal-edit"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <PageHeading title={title} />
      {children}
      <div className="edit-foot">
        <Button type="submit" variant="primary" disabled={busy}>
          {t('legal.edit.save')}
        </Button>
        <Button variant="line" onClick={() => (dirty ? setLeaving(true) : onClose())}>
          {t(dirty ? 'app.cancel' : 'app.close')}
        </Button>
        {aside}
      </div>
      <LeaveDialog open={leaving} onStay={() => setLeaving(false)} onLeave={onClose} />
    </form>
  );
}
