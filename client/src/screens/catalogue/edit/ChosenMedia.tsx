import type { EditState } from '@fundus/contract/catalogue/edit';
import { Archive, ArchiveRestore, BookKey, SquarePen } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Bulk } from './BulkDialog.tsx';
import './edit-screen.css';

type Props = {
  chosen: ReadonlySet<string>;
  state: EditState;
  more: { total: number; run: () => void } | null;
  bulk: Bulk;
  onChange: () => void;
  /** Opens the dialog for licences, or `null` for users who may not create them. */
  onGive: (() => void) | null;
  onClear: () => void;
};

/** Shows the bulk actions for selected media. */
export function ChosenMedia({ chosen, state, more, bulk: { run, busy }, onChange, onGive, onClear }: Props) {
  const { t } = useT();
  const retired = state === 'retired';
  return (
    <div className="edit-chosen" role="group" aria-label={t('bulk.chosen', { count: chosen.size })}>
      <strong>{t('bulk.chosen', { count: chosen.size })}</strong>
      {more && <Button onClick={more.run}>{t('bulk.all', { count: more.total })}</Button>}
      <Button variant="line" icon={<SquarePen />} onClick={onChange}>
        {t('bulk.change')}
      </Button>
      {onGive && (
        <Button variant="line" icon={<BookKey />} onClick={onGive}>
          {t('licence.give.bulk')}
        </Button>
      )}
      <Button
        variant="line"
        icon={retired ? <ArchiveRestore /> : <Archive />}
        disabled={busy}
        onClick={() => run([...chosen], { retired: !retired })}
      >
        {t(retired ? 'edit.bringBack' : 'edit.retire')}
      </Button>
      <Button onClick={onClear}>{t('bulk.clear')}</Button>
    </div>
  );
}
