import { hasAccount, isDistrictAdmin } from '@fundus/contract/access';
import type { Go } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { useToList } from '../../stores/add-to-list.ts';
import { useToFile } from '../../stores/file-bookmarks.ts';
import { closeAssignment, useNewAssignment } from '../../stores/new-assignment.ts';
import { useGuestBookmarks } from '../../stores/guest-bookmarks.ts';
import { useLoginDialog } from '../../stores/login-required.ts';
import { useSession } from '../../stores/session.ts';
import { useTextEditing } from '../../stores/text-editing.ts';
import { unsaved } from '../../stores/unsaved.ts';
import { loadLater } from '../../ui/load-later.tsx';
import type { useLeaveGuard } from './use-leaving.ts';

/** Loaded on demand, because these dialogs are rarely needed. */
const LeaveDialog = loadLater(async () => (await import('../../components/forms/LeaveDialog.tsx')).LeaveDialog);
const LoginRequiredDialog = loadLater(async () => (await import('./LoginRequiredDialog.tsx')).LoginRequiredDialog);
const GuestBookmarksDialog = loadLater(async () => (await import('./GuestBookmarksDialog.tsx')).GuestBookmarksDialog);

const AddToListDialog = loadLater(async () => (await import('../../components/medialists/AddToListDialog.tsx')).AddToListDialog);
const MoveToFolderDialog = loadLater(async () => (await import('../../components/bookmarks/MoveToFolderDialog.tsx')).MoveToFolderDialog);
const AssignToClassDialog = loadLater(
  async () => (await import('../../components/assignments/AssignToClassDialog.tsx')).AssignToClassDialog,
);

/** Loaded only for administrators who edit texts in context. */
const EditInContext = loadLater(async () => (await import('../../screens/setup/texts/EditInContext.tsx')).EditInContext);

/** Shows the dialogs that any page can open. */
export function ShellDialogs({ leaving, go }: { leaving: ReturnType<typeof useLeaveGuard>; go: Go }) {
  const { t } = useT();
  const { user, signIn } = useSession();
  const toTake = useGuestBookmarks().length > 0;
  const asking = useLoginDialog();
  const editing = useTextEditing();
  const toList = useToList();
  const toFile = useToFile();
  const toGive = useNewAssignment();
  return (
    <>
      {editing && user && isDistrictAdmin(user) && <EditInContext key={editing} lang={editing} go={go} />}
      {asking && <LoginRequiredDialog onLogin={signIn} />}
      {toList && <AddToListDialog {...toList} />}
      {toFile && <MoveToFolderDialog bookmarks={toFile} />}
      {toGive && (
        <AssignToClassDialog
          title={t('assignment.give.title', { title: toGive.part?.title ?? toGive.fn_titel })}
          begin={{ media: [toGive.identifier], part: toGive.part ?? null }}
          go={go}
          onClose={closeAssignment}
        />
      )}
      {leaving && <LeaveDialog open what={unsaved()} onStay={leaving.stay} onLeave={leaving.goOn} />}
      {hasAccount(user) && toTake && <GuestBookmarksDialog />}
    </>
  );
}
