import { MAX_GROUPS, type Class, type ClassGroup } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { Plus, SquarePen, Trash2, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { useUndo } from '../../../stores/use-undo.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { CLASS_READS, showError } from '../problems.ts';
import { useVersionedCall } from '../use-versioned-call.ts';
import '../classes.css';
import { loadLater } from '../../../ui/load-later.tsx';

const GroupDialog = loadLater(async () => (await import('./GroupDialog.tsx')).GroupDialog);

/** Shows the groups of a class, which teachers can create, rename, fill and delete. */
export function GroupsTab({ cls }: { cls: Class }) {
  const { t } = useT();
  /** Id of the group in the open dialog. Only the id is stored, so that the dialog shows concurrent changes. */
  const [open, setOpen] = useState<string | null>(null);
  const opened = cls.groups.find((group) => group.id === open);
  const full = cls.groups.length >= MAX_GROUPS;
  const make = (
    <Button variant="line" icon={<Plus />} disabled={full} onClick={() => setOpen('new')}>
      {t('class.group.new')}
    </Button>
  );
  return (
    <>
      {cls.groups.length === 0 ? (
        <EmptyState icon={<UsersRound />} title={t('class.groups.none')}>
          <p>{t('class.groups.none.hint')}</p>
          {make}
        </EmptyState>
      ) : (
        <>
          <div className="class-bar">
            {make}
            {full && <p className="quiet small">{t('class.groups.full', { count: MAX_GROUPS })}</p>}
          </div>
          <ul className="lines">
            {cls.groups.map((group) => (
              <GroupRow key={group.id} cls={cls} group={group} onChange={() => setOpen(group.id)} />
            ))}
          </ul>
        </>
      )}
      {(open === 'new' || opened) && <GroupDialog cls={cls} group={opened ?? null} onClose={() => setOpen(null)} />}
    </>
  );
}

function GroupRow({ cls, group, onChange }: { cls: Class; group: ClassGroup; onChange: () => void }) {
  const { t } = useT();
  const remove = useVersionedCall(classMembers.removeGroup, CLASS_READS);
  const undo = useUndo(CLASS_READS);
  const { name, members, version } = group;
  const dissolve = () =>
    remove.mutate(
      { params: { id: cls.id, groupId: group.id }, query: { version } },
      {
        onSuccess: () =>
          showSnackbar({
            text: t('class.group.dissolved', { name }),
            action: undo(classMembers.addGroup, { params: { id: cls.id }, body: { name, members } }),
          }),
        onError: showError,
      },
    );
  return (
    <li className="class-member">
      <UsersRound />
      <div>
        <h2>{name}</h2>
        <p className="class-facts">{t('class.group.members', { count: members.length })}</p>
      </div>
      <div className="class-row-does">
        <IconButton label={t('class.group.change', { name })} icon={<SquarePen />} onClick={onChange} />
        <IconButton label={t('class.group.dissolve', { name })} icon={<Trash2 />} disabled={remove.isPending} onClick={dissolve} />
      </div>
    </li>
  );
}
