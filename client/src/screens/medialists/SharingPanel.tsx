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
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { Button } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import type { ListTargetName } from './share/share-targets-of.ts';
import { LinksSection } from './LinksSection.tsx';
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

/** Shows the releases of a list and its members. */
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
    <aside className="list-side" aria-label={t('list.sharing')}>
      <section aria-labelledby="list-releases">
        <h2 id="list-releases">{t('list.releases')}</h2>
        {shown.length === 0 ? (
          <p className="quiet small">{t('list.releases.none')}</p>
        ) : (
          <ul className="lines">
            {shown.map((release) => (
              <ReleaseRow key={release.id} list={list} release={release} onChange={() => setOpen(release)} />
            ))}
          </ul>
        )}
        {/* Hidden before the first release, which is made with the button at the top of the page. */}
        {targets.includes('learners') && shown.length > 0 && (
          <Button flush icon={<UserPlus />} onClick={() => onShare('learners')}>
            {t('list.releases.more')}
          </Button>
        )}
      </section>
      {list.visibility !== 'editorial' && (
        <section aria-labelledby="list-staff">
          <h2 id="list-staff">{t('list.staff')}</h2>
          <p className="quiet small">{t(`list.staff.${list.visibility}`)}</p>
          {targets.includes('school') && (
            <Button flush icon={<School />} onClick={() => onShare('school')}>
              {t('list.staff.change')}
            </Button>
          )}
        </section>
      )}
      {(members.length > 0 || list.can.manage) && list.visibility !== 'editorial' && (
        <section aria-labelledby="list-members">
          <h2 id="list-members">{t('list.members')}</h2>
          {members.length === 0 ? (
            <p className="quiet small">{t('list.members.none')}</p>
          ) : (
            <ul className="lines">
              {members.map((member) => (
                <MemberRow key={member.id} member={member} />
              ))}
            </ul>
          )}
          {targets.includes('colleagues') && (
            <Button flush icon={<Users />} onClick={() => onShare('colleagues')}>
              {t(members.length > 0 ? 'list.members.change' : 'list.members.add')}
            </Button>
          )}
          {list.can.leave && (
            <Button flush icon={<LogOut />} disabled={leave.isPending} onClick={leaveList}>
              {t('list.leave')}
            </Button>
          )}
        </section>
      )}
      {list.can.seeLinks && <LinksSection list={list} onMake={() => onShare('link')} />}
      {open !== null && <ReleaseDaysDialog list={list} release={open} onClose={() => setOpen(null)} />}
    </aside>
  );
}

function MemberRow({ member: { name, role } }: { member: ListMember }) {
  const { t } = useT();
  return (
    <li className="list-side-row">
      <User className="i-16" aria-hidden="true" />
      <span>
        {name}
        <span className="small-print">{t(`list.members.${role}`)}</span>
      </span>
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
          {[says, state === 'suspended' && t('list.release.suspended'), can_download && t('class.media.download')]
            .filter(Boolean)
            .join(' · ')}
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
