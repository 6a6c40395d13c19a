import type { Class } from '@fundus/contract/classes/classes';
import type { Reply } from '@fundus/contract/endpoint';
import { medialistSharing, type Release } from '@fundus/contract/medialists/sharing';
import { EllipsisVertical, Undo2 } from 'lucide-react';
import { useCall } from '../../../api/query.ts';
import { ListRow } from '../../../components/medialists/ListRow.tsx';
import { SHARING_READS, showError } from '../../../components/medialists/reads.ts';
import { copyReleaseTerms } from '../../../components/medialists/release-again.ts';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import '../classes.css';

type Lists = Reply<typeof medialistSharing.releasedTo>['items'];

/** Shows the media lists that were released to a class. */
export function ClassLists({ cls, lists, learner }: { cls: Class; lists: Lists; learner: boolean }) {
  const { t, locale } = useT();
  return (
    <section className="class-lists" aria-labelledby="class-lists">
      <h2 id="class-lists">{t(learner ? 'lists.title.pupil' : 'lists.class')}</h2>
      <ul className="lines" data-learner={learner || undefined}>
        {lists.map(({ id, title, items, cover, releases }) => (
          <ListRow
            key={id}
            id={id}
            title={title}
            cover={cover}
            heading="h3"
            facts={[
              t('list.items', { count: items, number: formatNumber(items, locale) }),
              ...releases.map((release) => describeRelease(t, locale, cls, release)),
            ]}
            actions={releases.some(({ can }) => can.change) ? <Actions listId={id} title={title} releases={releases} /> : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

/** Returns the visibility of a release, such as "bis 31.7.2027", preceded by the name of a group or learner. */
function describeRelease(
  t: ReturnType<typeof useT>['t'],
  locale: string,
  cls: Class,
  { name, target, state, visible_from: from, visible_until: until }: Release,
): string {
  const says =
    state === 'scheduled' && from
      ? t('list.release.from', { from: formatDate(from, 'short', locale), until: formatDate(until, 'short', locale) })
      : t(state === 'ended' ? 'list.release.ended' : 'list.release.until', { date: formatDate(until, 'short', locale) });
  const part = target === 'class' ? '' : name.replace(`${cls.name} · `, '');
  return [part, says, state === 'suspended' && t('list.release.suspended')].filter(Boolean).join(', ');
}

function Actions({ listId, title, releases }: { listId: string; title: string; releases: readonly Release[] }) {
  const { t } = useT();
  const revoke = useCall(medialistSharing.revokeRelease, SHARING_READS);
  const undo = useUndo(SHARING_READS);
  const take = (release: Release) =>
    revoke.mutate(
      { params: { id: listId, releaseId: release.id } },
      {
        onSuccess: () =>
          showSnackbar({
            text: t('list.release.revoked', { name: release.name }),
            ...(release.state !== 'ended' && {
              action: undo(medialistSharing.release, { params: { id: listId }, body: copyReleaseTerms(release) }),
            }),
          }),
        onError: showError,
      },
    );
  return (
    <Menu
      label={t('list.menu', { title })}
      trigger={<EllipsisVertical />}
      sections={[
        {
          items: releases
            .filter(({ can }) => can.change)
            .map((release) => ({
              label: releases.length > 1 ? `${t('list.release.revoke')}: ${release.name}` : t('list.release.revoke'),
              icon: <Undo2 />,
              onSelect: () => take(release),
            })),
        },
      ]}
    />
  );
}
