import type { Excerpt } from '@fundus/contract/catalogue/excerpts';
import { ClipboardPlus, ListPlus, Users } from 'lucide-react';
import { mayCreateLists } from '../../../../components/medialists/may-list.ts';
import { mayShare } from '../../../../components/sharing/may-share.ts';
import type { MediumToShare } from '../../../../components/sharing/shared.ts';
import { useT } from '../../../../i18n/translate.ts';
import { addExcerptToList } from '../../../../stores/add-to-list.ts';
import { startAssignment } from '../../../../stores/new-assignment.ts';
import { useSession } from '../../../../stores/session.ts';
import { Button } from '../../../../ui/Button.tsx';
import './medium-excerpts.css';

type Props = {
  medium: MediumToShare;
  pending: boolean;
  /** Saves the excerpt. The other actions then use the stored excerpt. */
  onSave: (done: (saved: Excerpt) => void) => void;
  onShare: (saved: Excerpt) => void;
  onClose: () => void;
};

/** Shows buttons that save an excerpt, share it, or add it to an assignment or media list. */
export function ExcerptActions({ medium, pending, onSave, onShare, onClose }: Props) {
  const { t } = useT();
  const session = useSession();
  const onTask = (saved: Excerpt): void => {
    onClose();
    startAssignment(medium, saved);
  };
  const onList = (saved: Excerpt): void => {
    onClose();
    addExcerptToList(saved);
  };
  return (
    <div className="excerpt-foot">
      {mayShare(session) && (
        <Button variant="line" icon={<ClipboardPlus />} disabled={pending} onClick={() => onSave(onTask)}>
          {t('assignment.give')}
        </Button>
      )}
      {mayCreateLists(session) && (
        <Button variant="line" icon={<ListPlus />} disabled={pending} onClick={() => onSave(onList)}>
          {t('list.add.action')}
        </Button>
      )}
      {mayShare(session) && (
        <Button variant="primary" icon={<Users />} disabled={pending} onClick={() => onSave(onShare)}>
          {t('share.action')}
        </Button>
      )}
      <Button type="submit" variant="line" disabled={pending}>
        {t('app.save')}
      </Button>
    </div>
  );
}
