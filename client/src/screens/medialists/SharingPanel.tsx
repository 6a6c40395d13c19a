import type { Medialist } from '@fundus/contract/medialists/medialists';
import { medialistSharing, type ListMember, type Release } from '@fundus/contract/medialists/sharing';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { EllipsisVertical, LogOut, School, SquarePen, Undo2, User, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { SHARING_READS, showError } from '../../components/medialists/reads.ts';
import { Failed } from '../../components/page/Failed.tsx';
import { formatDate } from '../../i18n/format.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import type { ListTargetName } from './share/share-targets-of.ts';
import { LinkRows } from './LinkRows.tsx';
import { copyReleaseTerms } from '../../components/medialists/release-again.ts';
import '../../components/lists/row-state.css';
import './medialists.css';
import { loadLater } from '../../ui/load-later.tsx';

const ReleaseDaysDialog = loadLater(async () => (await import('./dialogs/dialogs.ts')).ReleaseDaysDialog);

type Props = {
  list: Medialist;
  /** Targets that the share dialog offers. */
  targets: readonly ListTargetName[];
  onShare: (first: ListTargetName) => void;
  onLeft: () => void;
};

/** Shows who has a list: releases, the school's staff, members and links. */
export function SharingPanel({ list, targets, onShare, onLeft }: Props) {
  const { t } = useT();
  const { user } = useSession();
  const [open, setOpen] = useState<Release | null>(null);
  const sharing = useQuery({ ...query(medialistSharing.sharing, { params: { id: list.id } }), staleTime: 0 });
  const leave = useCall(medialistSharing.removeMember, SHARING_READS);
  if (!sharing.data)
    return (
      <aside className="list-side" aria-label={t('list.sharing')}>
        {sharing.error ? (
          <Failed error={sharing.error} onRetry={() => void sharing.refetch()} />
        ) : (
          <ShowDelayed>
            <Bar width="100%" height="8rem" />
          </ShowDelayed>
        )}
      </aside>
    );
  const { members, releases } = sharing.data;
  const shown = releases.filter(({ state }) => state !== 'revoked');
  const leaveList = () =>
    user &&
    leave.mutate(
      { params: { id: list.id, userId: user.id } },
      {
        onSuccess: () => {
          onLeft();
          showSnackbar({ text: t('list.left', { title: list.title }) });
        },
        onError: showError,
      },
    );
  return (
    <aside className="list-side" aria-labelledby="list-sharing">
      <h2 id="list-sharing">{t('list.sharing')}</h2>
      <ul className="lines">
        {shown.map((release) => (
          <ReleaseRow key={release.id} list={list} release={release} onChange={() => setOpen(release)} />
        ))}
        <li className="list-side-row" data-dim={list.visibility === 'private' || undefined}>
          <School className="i-16" aria-hidden="true" />
          <span>
            {t('list.staff')}
            <span className="small-print">{t(`list.staff.${list.visibility}`)}</span>
          </span>
          {targets.includes('school') && (
            <IconButton label={t('list.staff.change')} icon={<SquarePen />} onClick={() => onShare('school')} />
          )}
        </li>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} onChange={targets.includes('colleagues') ? () => onShare('colleagues') : null} />
        ))}
      </ul>
      {list.can.seeLinks && <LinkRows list={list} />}
      {/* Hidden before the first share, which is made with the button at the top of the page. */}
      {targets.length > 0 && shown.length + members.length > 0 && (
        <Button flush icon={<UserPlus />} onClick={() => onShare(targets[0]!)}>
          {t('list.releases.more')}
        </Button>
      )}
      {list.can.leave && (
        <Button flush icon={<LogOut />} disabled={leave.isPending} onClick={leaveList}>
          {t('list.leave')}
        </Button>
      )}
      {open !== null && <ReleaseDaysDialog list={list} release={open} onClose={() => setOpen(null)} />}
    </aside>
  );
}

/** Shows a colleague who may view or edit the list. `onChange` opens the dialog for all of them. */
function MemberRow({ member: { name, role }, onChange }: { member: ListMember; onChange: (() => void) | null }) {
  const { t } = useT();
  return (
    <li className="list-side-row">
      <User className="i-16" aria-hidden="true" />
      <span>
        {name}
        <span className="small-print">{t(`list.members.${role}`)}</span>
      </span>
      {onChange && <IconButton label={t('list.members.change', { name })} icon={<SquarePen />} onClick={onChange} />}
    </li>
  );
}

const SIGNS = { class: Users, group: Users, learner: User, school: School } as const;

function ReleaseRow({ list, release, onChange }: { list: Medialist; release: Release; onChange: () => void }) {
  const { t, locale } = useT();
  const { id, name, target, state, visible_from: from, visible_until: until, can_download } = release;
  const revoke = useCall(medialistSharing.revokeRelease, SHARING_READS);
  const undo = useUndo(SHARING_READS);
  const Sign = SIGNS[target];
  const take = () =>
    revoke.mutate(
      { params: { id: list.id, releaseId: id } },
      {
        onSuccess: () =>
          showSnackbar({
            text: t('list.release.revoked', { name }),
            ...(state !== 'ended' && {
              action: undo(medialistSharing.release, { params: { id: list.id }, body: copyReleaseTerms(release) }),
            }),
          }),
        onError: showError,
      },
    );
  const says =
    state === 'scheduled' && from
      ? t('list.release.from', { from: formatDate(from, 'short', locale), until: formatDate(until, 'short', locale) })
      : t(state === 'ended' ? 'list.release.ended' : 'list.release.until', { date: formatDate(until, 'short', locale) });
  return (
    <li className="list-side-row" data-dim={state === 'ended' || state === 'suspended' || undefined}>
      <Sign className="i-16" aria-hidden="true" />
      <span>
        {release.class ? <Link href={href('class', { id: release.class.id })}>{name}</Link> : name}
        <span className="small-print">
          {joinFacts([says, state === 'suspended' && t('list.release.suspended'), can_download && t('class.media.download')])}
        </span>
      </span>
      {release.can.change && (
        <Menu
          label={t('list.release.menu', { name })}
          trigger={<EllipsisVertical />}
          sections={[
            {
              items: [
                { label: t('list.release.change'), icon: <SquarePen />, onSelect: onChange },
                { label: t('list.release.revoke'), icon: <Undo2 />, onSelect: take },
              ],
            },
          ]}
        />
      )}
    </li>
  );
}
