import type { Endpoint } from '@fundus/contract/endpoint';
import { medialists, type Medialist } from '@fundus/contract/medialists/medialists';
import { href } from '@fundus/contract/screens';
import {
  Archive,
  ArchiveRestore,
  ClipboardPlus,
  Copy,
  EllipsisVertical,
  FileDown,
  Printer,
  SquarePen,
  Trash2,
  UserRoundPen,
} from 'lucide-react';
import { useState } from 'react';
import { address } from '../../api/call.ts';
import { useCall } from '../../api/query.ts';
import { ConfirmDialog } from '../../components/forms/ConfirmDialog.tsx';
import { listHref } from '../../components/medialists/list-href.ts';
import { LIST_READS, showError, errorText } from '../../components/medialists/reads.ts';
import { mayShare } from '../../components/sharing/may-share.ts';
import type { Go } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { Button } from '../../ui/Button.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import { loadLater } from '../../ui/load-later.tsx';

const EditListDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).EditListDialog);
const AssignToClassDialog = loadLater(
  async () => (await import('../../components/assignments/AssignToClassDialog.tsx')).AssignToClassDialog,
);
const MoodleListDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).MoodleListDialog);
const HandOverDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).HandOverDialog);

const FORMATS = ['pdf', 'worksheet', 'xlsx', 'csv', 'apa', 'din'] as const;

type Open = 'edit' | 'delete' | 'handOver' | 'give' | 'moodle';

/** Shows the actions for the whole list. */
export function ListActions({ list, go }: { list: Medialist; go: Go }) {
  const { t, locale } = useT();
  const session = useSession();
  const [open, setOpen] = useState<Open | null>(null);
  const { id, title, can, state } = list;
  const copy = useCall(medialists.copy, LIST_READS);
  const archive = useCall(medialists.archive, LIST_READS);
  const restore = useCall(medialists.restore, LIST_READS);
  const remove = useCall(medialists.remove, LIST_READS);
  const undo = useUndo(LIST_READS);
  const args = { params: { id } };
  const gives = state === 'active' && list.contents.length > 0 && mayShare(session);
  const showDone = (text: string, back?: Endpoint): void =>
    showSnackbar({ text, type: 'success', ...(back && { action: undo(back as typeof medialists.restore, args) }) });

  const makeCopy = () =>
    copy.mutate(
      { ...args, body: { title: t('list.copy.name', { title }).slice(0, 120) } },
      {
        onSuccess: (made) => {
          go(listHref(made.id));
          showSnackbar({ text: t('list.copied', { title }), type: 'success' });
        },
        onError: showError,
      },
    );
  const archiveList = () =>
    archive.mutate(args, { onSuccess: () => showDone(t('list.archived', { title }), medialists.restore), onError: showError });
  const restoreList = () => restore.mutate(args, { onSuccess: () => showDone(t('list.restored', { title })), onError: showError });
  const deleteList = () =>
    remove.mutate(args, {
      onSuccess: () => {
        go(href('medialist', { id: list.visibility === 'editorial' ? 'editorial' : list.role === 'owner' ? 'mine' : 'school' }));
        showDone(t('list.deleted', { title }), medialists.restore);
      },
    });

  const does: MenuItem[] = [
    ...(gives ? [{ label: t('assignment.give'), icon: <ClipboardPlus />, onSelect: () => setOpen('give') }] : []),
    ...(can.copy ? [{ label: t('list.copy'), icon: <Copy />, onSelect: makeCopy }] : []),
    ...(can.archive ? [{ label: t('list.archive'), icon: <Archive />, onSelect: archiveList }] : []),
    ...(can.handOver ? [{ label: t('list.handOver'), icon: <UserRoundPen />, onSelect: () => setOpen('handOver') }] : []),
    ...(can.delete ? [{ label: t('list.delete'), icon: <Trash2 />, onSelect: () => setOpen('delete') }] : []),
  ];
  const prints: MenuItem[] =
    list.contents.length === 0 || state === 'deleted'
      ? []
      : [
          ...(gives ? [{ label: t('list.moodle'), icon: <FileDown />, onSelect: () => setOpen('moodle') }] : []),
          ...FORMATS.map((format): MenuItem => ({
            kind: 'link',
            download: true,
            label: t(`list.export.${format}`),
            icon: format === 'csv' || format === 'xlsx' ? <FileDown /> : <Printer />,
            href: address(medialists.export, { params: { id }, query: { format, lang: locale } }),
          })),
        ];
  const sections = [
    ...(does.length > 0 ? [{ items: does }] : []),
    ...(prints.length > 0 ? [{ label: t('list.export'), items: prints }] : []),
  ];
  return (
    <>
      {can.manage && (
        <Button variant="line" icon={<SquarePen />} onClick={() => setOpen('edit')}>
          {t('list.edit')}
        </Button>
      )}
      {can.restore && (
        <Button variant="primary" icon={<ArchiveRestore />} disabled={restore.isPending} onClick={restoreList}>
          {t(state === 'deleted' ? 'list.restore' : 'list.unarchive')}
        </Button>
      )}
      {sections.length > 0 && <Menu label={t('list.menu', { title })} trigger={<EllipsisVertical />} sections={sections} />}
      {open === 'edit' && <EditListDialog list={list} onClose={() => setOpen(null)} />}
      {open === 'give' && (
        <AssignToClassDialog title={t('assignment.give.title', { title })} begin={{ list: id }} go={go} onClose={() => setOpen(null)} />
      )}
      {open === 'moodle' && <MoodleListDialog list={list} onClose={() => setOpen(null)} />}
      {open === 'handOver' && <HandOverDialog list={list} onClose={() => setOpen(null)} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={t('list.delete.title', { title })}
          action={t('list.delete')}
          disabled={remove.isPending}
          onClose={() => setOpen(null)}
          onAction={deleteList}
        >
          {remove.error && <FormProblem>{errorText(t, remove.error)}</FormProblem>}
          <p>{t('list.delete.text')}</p>
          {list.releases > 0 && <p>{t('list.delete.releases', { count: list.releases })}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}
