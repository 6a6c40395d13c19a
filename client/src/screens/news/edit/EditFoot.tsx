import type { NewsDraft } from '@fundus/contract/news/news';
import { Archive, ArchiveRestore, Send, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import type { ConfirmedStep } from './StepDialog.tsx';
import '../../../ui/button.css';
import '../../../components/forms/edit-foot.css';

type Props = {
  /** Stored draft, or `null` for a new article. */
  draft: NewsDraft | null;
  may: NewsDraft['can'];
  dirty: boolean;
  /** True while uploads are pending. */
  waiting: boolean;
  busy: boolean;
  onStep: (step: ConfirmedStep) => void;
  onLeave: () => void;
};

/** Bar with the actions of the editor: leave, save, and the steps of the workflow. */
export function EditFoot({ draft, may, dirty, waiting, busy, onStep, onLeave }: Props) {
  const { t } = useT();
  const step = (name: ConfirmedStep, icon: ReactNode, variant: 'quiet' | 'line' | 'primary' = 'quiet') => (
    <Button variant={variant} icon={icon} disabled={busy} onClick={() => onStep(name)}>
      {t(`news.step.${name}`)}
    </Button>
  );
  return (
    <div className="edit-foot">
      <div className="edit-foot-group btn-flush">
        <Button onClick={onLeave}>{t(dirty || waiting ? 'app.cancel' : 'app.close')}</Button>
        {may.delete && step('remove', <Trash2 />)}
        {may.archive && step('archive', <Archive />)}
      </div>
      <span className="edit-foot-says small-print" role="status">
        {waiting && t('news.file.wait')}
      </span>
      {may.restore && step('restore', <ArchiveRestore />, 'line')}
      {may.send_back && step('send_back', <Undo2 />, 'line')}
      {may.edit && (
        <Button type="submit" variant={may.publish || may.submit ? 'line' : 'primary'} disabled={busy}>
          {t(draft && draft.state !== 'draft' ? 'app.save' : 'news.saveDraft')}
        </Button>
      )}
      {may.submit && step('submit', <Send />, may.publish ? 'line' : 'primary')}
      {may.publish && step('publish', <Send />, 'primary')}
    </div>
  );
}
