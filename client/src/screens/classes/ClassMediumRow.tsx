import type { Class } from '@fundus/contract/classes/classes';
import { classMedia, type ClassMedium } from '@fundus/contract/classes/media';
import { today } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import { CalendarClock, CalendarX2, ChevronDown, ChevronUp, EllipsisVertical, Lock, SquarePen, Trash2 } from 'lucide-react';

import { useCall } from '../../api/query.ts';
import { SmallCover } from '../../components/media/SmallCover.tsx';
import { SubjectChip } from '../../components/media/SubjectChip.tsx';
import { useUndo } from '../../stores/use-undo.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { subjectOf } from '../../theme/subject-styles.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { CLASS_MEDIA_READS, tellProblem } from './problems.ts';
import '../../components/media/licence-badge.css';
import './classes.css';
import '../../components/lists/line.css';

type Props = {
  cls: Class;
  entry: ClassMedium;
  learner: boolean;
  onChange: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
};

export function ClassMediumRow({ cls, entry, learner, onChange, onUp, onDown }: Props) {
  const { t, locale } = useT();
  const { id, identifier, title, note, item } = entry;
  const name = item?.display.title ?? title;
  const remove = useCall(classMedia.removeMedium, CLASS_MEDIA_READS);
  const undo = useUndo(CLASS_MEDIA_READS);
  const isOver = entry.visible_until !== null && entry.visible_until < today(new Date());
  const again = {
    body: {
      classes: [cls.id],
      media: [identifier],
      note,
      visible_from: entry.visible_from,
      visible_until: entry.visible_until,
      can_download: entry.can_download,
    },
  };
  const take = () =>
    remove.mutate(
      { params: { id: cls.id, entryId: id } },
      {
        onSuccess: () =>
          showSnackbar({
            text: t('class.media.removed', { title: name, name: cls.name }),
            // What is in the catalogue no more, or was over, cannot be given again.
            ...(item && !isOver && { action: undo(classMedia.share, again) }),
          }),
        onError: tellProblem,
      },
    );

  return (
    <li
      className="class-medium"
      data-subject={item ? subjectOf(item.fn_geb)?.key : undefined}
      data-hidden={entry.state !== 'shown' || undefined}
    >
      <SmallCover item={item} length />
      <div className="class-medium-text">
        <h2>
          {item ? <Link href={href('class-media-detail', { id: cls.id, mediaType: entry.kind, mediaId: identifier })}>{name}</Link> : name}
        </h2>
        {item?.display.subtitle && <p className="class-sub">{item.display.subtitle}</p>}
        <p className="class-facts">
          <SubjectChip codes={item?.fn_geb ?? []} />
          {!item && <span>{t('class.media.gone')}</span>}
          {entry.shared_by && (
            <span>{t('class.media.by', { name: entry.shared_by, date: formatDate(entry.shared_at, 'short', locale) })}</span>
          )}
          {!learner && entry.state === 'shown' && entry.visible_until && (
            <span>{t('class.media.until', { date: formatDate(entry.visible_until, 'short', locale) })}</span>
          )}
          {!learner && entry.can_download && <span>{t('class.media.download')}</span>}
        </p>
        {note && <p className="line-words">{note}</p>}
        <State entry={entry} />
      </div>
      {cls.can.share && (
        <div className="class-medium-does">
          {/* Not disabled at the ends: the focus stays where it is while one medium goes all the way. */}
          <IconButton label={t('class.media.up', { title: name })} icon={<ChevronUp />} aria-disabled={!onUp} onClick={() => onUp?.()} />
          <IconButton
            label={t('class.media.down', { title: name })}
            icon={<ChevronDown />}
            aria-disabled={!onDown}
            onClick={() => onDown?.()}
          />
          <Menu
            label={t('card.menu', { title: name })}
            trigger={<EllipsisVertical />}
            sections={[
              {
                items: [
                  ...(item ? [{ label: t('class.media.change'), icon: <SquarePen />, onSelect: onChange }] : []),
                  { label: t('class.media.remove'), icon: <Trash2 />, onSelect: take },
                ],
              },
            ]}
          />
        </div>
      )}
    </li>
  );
}

/** Why learners do not see it, in words. */
function State({ entry }: { entry: ClassMedium }) {
  const { t, locale } = useT();
  if (entry.state === 'shown') return null;
  if (entry.state === 'no_licence')
    return (
      <p className="state warn">
        <Lock className="i-16" /> {t('class.media.noLicence')}
      </p>
    );
  const later = entry.visible_from !== null && entry.visible_from > today(new Date());
  return (
    <p className="state">
      {later ? <CalendarClock className="i-16" /> : <CalendarX2 className="i-16" />}
      {later
        ? t('class.media.from', { date: formatDate(entry.visible_from!, 'long', locale) })
        : entry.visible_until
          ? t('class.media.over', { date: formatDate(entry.visible_until, 'long', locale) })
          : t('class.media.hidden')}
    </p>
  );
}
