import type { AppError } from '@fundus/contract/errors';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { ownMaterial } from '@fundus/contract/own-material/own-material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentOrSelect } from '../../ui/fields/SegmentOrSelect.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { Note } from '../../ui/Note.tsx';
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx';
import { canBeAssigned } from '../media/card-state.ts';
import { mayCreateLists } from '../medialists/may-list.ts';
import { useShareByLink } from './share-by-link.tsx';
import { useShareToGroups } from './share-to-groups.tsx';
import { useShareToList } from './share-to-list.tsx';
import { useShareToClasses } from './share-to-classes.tsx';
import { useShareToPeople } from './share-to-people.tsx';
import { useShareToSchool } from './share-to-school.tsx';
import { nameShared, type MediumToShare } from './shared.ts';
import './sharing.css';
import type { ShareTarget } from './share-target.ts';

/** Queries to refetch after access to own material is granted. */
const DRAFT_READS = [ownMaterial.list, catalogue.detail];
/** Maximum number of media in one call. */
const MAX_MEDIA = 50;

const SHARE_TARGETS = ['classes', 'groups', 'people', 'school', 'list', 'link'] as const;
/** Targets for users who may not have media lists. */
const WITHOUT_LISTS = ['classes', 'people', 'school'] as const;
/** Targets for own material that the school does not have: it cannot be opened through links and lists. */
const OF_DRAFTS = ['classes', 'groups', 'people'] as const;
type ShareTargetName = (typeof SHARE_TARGETS)[number];

type Props = {
  media: readonly MediumToShare[];
  /** Target that is selected initially: by default classes, or colleagues if no medium opens on a screen. */
  first?: ShareTargetName;
  onClose: () => void;
  onShared?: () => void;
};

/** Shows a dialog that shares media with classes, groups, colleagues, the school, a list, or by a link (docs/behaviour/shared-media.md#giving). */
export function ShareDialog({ media, first = media.some(canBeAssigned) ? 'classes' : 'people', onClose, onShared }: Props) {
  const { t } = useT();
  const session = useSession();
  const [chosen, setChosen] = useState<ShareTargetName>(first);
  const targets: Record<ShareTargetName, ShareTarget> = {
    classes: useShareToClasses(media, onClose),
    groups: useShareToGroups(media),
    people: useShareToPeople(media),
    school: useShareToSchool(media),
    list: useShareToList(media, onClose),
    link: useShareByLink(media, onClose),
  };
  const target = targets[chosen];
  const many = media.length > MAX_MEDIA;
  const limited = media.some((one) => one.limited);
  const refresh = useQueryClient();
  const offered = SHARE_TARGETS.filter(
    (name) => (mayCreateLists(session) || WITHOUT_LISTS.some((one) => one === name)) && (!limited || OF_DRAFTS.some((one) => one === name)),
  );
  const send = () =>
    target.send((to, { unlicensed, had = 0, seated = 0, without_seat = 0 }, next) => {
      const about = { count: media.length, title: media[0] ? nameShared(media[0]) : '', names: to };
      const done = t(limited || chosen === 'classes' || chosen === 'groups' ? 'share.done' : 'share.done.people', about);
      const yet =
        unlicensed.length > 0 &&
        t(media.length === 1 ? 'share.unlicensed.this' : 'share.unlicensed', {
          count: unlicensed.length,
          titles: unlicensed.map(({ title }) => t('app.quoted', { title })).join(', '),
        });
      const there = had > 0 && t('share.had.done', { count: had });
      const seats =
        seated + without_seat > 0 &&
        [t('share.seats.done', { count: seated }), without_seat > 0 && t('share.seats.without', { count: without_seat })]
          .filter(Boolean)
          .join(' ');
      showSnackbar({ text: [done, there, seats, yet].filter(Boolean).join(' '), type: yet ? 'info' : 'success', ...next });
      if (limited) for (const read of DRAFT_READS) void refresh.invalidateQueries({ queryKey: keyOf(read) });
      onClose();
      onShared?.();
    });
  return (
    <ConfirmDialog
      title={
        media.length === 1
          ? t(`share.title.${chosen}`, { title: nameShared(media[0]!) })
          : t(`share.many.${chosen}`, { count: media.length })
      }
      others={
        target.action && (
          <Button variant="line" onClick={onClose}>
            {t('app.close')}
          </Button>
        )
      }
      action={target.action ?? t(`share.send.${chosen}`)}
      disabled={many || !target.ready || target.pending}
      onClose={onClose}
      onAction={send}
    >
      <SegmentOrSelect
        label={t('share.targets')}
        value={chosen}
        options={offered.map((value) => ({ value, label: t(`share.target.${value}`) }))}
        onChange={setChosen}
      />
      {many && <Note tone="bad">{t('share.most', { count: MAX_MEDIA })}</Note>}
      {limited && <p className="share-hint">{t('share.limited')}</p>}
      {target.error && <FormProblem>{wordsOf(t, target.error)}</FormProblem>}
      {target.fields}
    </ConfirmDialog>
  );
}

function wordsOf(t: ReturnType<typeof useT>['t'], error: AppError): string {
  const { reason, most } = error.details ?? {};
  if (reason === 'own_material' || reason === 'own_origin' || reason === 'own_empty' || reason === 'own_school')
    return t(`share.${reason}`);
  if (error.code === 'locked') return t('class.readOnly');
  if (reason === 'most_school') return t('share.most.school', { count: Number(most) });
  if (reason === 'most' && error.field === 'media') return t('share.most.own', { count: Number(most) });
  return t(error.field === 'people' ? 'share.people.gone' : `error.${error.code}`, { name: '' });
}
