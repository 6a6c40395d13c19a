import type { Class } from '@fundus/contract/classes/classes';
import type { ClassMedium } from '@fundus/contract/classes/media';
import { today } from '@fundus/contract/days';
import {
  CalendarClock,
  CalendarX2,
  ChevronDown,
  ChevronUp,
  ClipboardPlus,
  EllipsisVertical,
  Lock,
  SquarePen,
  Ticket,
  Trash2,
  Undo2,
} from 'lucide-react';

import { canBeAssigned } from '../../../components/media/card-state.ts';
import { describeExcerpt } from '../../../components/media/describe-excerpt.ts';
import { newAssignmentHref } from '../../../components/assignments/assignment-href.ts';
import { mediaHref } from '../../../components/media/media-context.ts';
import { SmallCover } from '../../../components/media/finder/SmallCover.tsx';
import { SubjectChip } from '../../../components/media/finder/SubjectChip.tsx';
import { formatDate, formatNumber, formatDateUnbroken } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { subjectOf } from '../../../theme/subject-styles.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { usePhone } from '../../../ui/use-width.ts';
import { useMediumSeats, useRemoveMedium } from './use-medium-acts.ts';
import '../../../components/media/licence-badge.css';
import '../classes.css';
import '../../../components/lists/line.css';

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
  const { identifier, title, excerpt, note, item } = entry;
  const whole = item?.display.title ?? title;
  const name = excerpt?.title ?? whole;
  const unmet = item ? cls.needs.filter((need) => !item.meets.includes(need)) : [];

  return (
    <li
      className="class-medium"
      data-subject={item ? subjectOf(item.fn_geb)?.key : undefined}
      data-hidden={entry.state !== 'shown' || undefined}
    >
      <SmallCover item={item} length={!excerpt} />
      <div className="class-medium-text">
        <h2>{item ? <Link href={mediaHref({ class: cls.id, kind: entry.kind }, identifier, excerpt?.id)}>{name}</Link> : name}</h2>
        {excerpt ? (
          <p className="class-sub">{describeExcerpt(t, excerpt, whole)}</p>
        ) : (
          item?.display.subtitle && <p className="class-sub">{item.display.subtitle}</p>
        )}
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
          {!learner && unmet.length > 0 && (
            <span>{t('share.unmet', { needs: unmet.map((need) => t(`class.need.${need}`)).join(', ') })}</span>
          )}
        </p>
        {note && <p className="line-words">{note}</p>}
        <State entry={entry} />
        {!learner && entry.seats && <Seats entry={entry} />}
      </div>
      {cls.can.share && <MediumMenu {...{ cls, entry, name, onChange, onUp, onDown }} />}
    </li>
  );
}

/** Shows the menu of a medium in a class: change, remove, and assign or take back seats. On phones it also contains the buttons that move it. */
function MediumMenu({ cls, entry, name, onChange, onUp, onDown }: Omit<Props, 'learner'> & { name: string }) {
  const { t } = useT();
  const phone = usePhone();
  const { identifier, item, seats } = entry;
  const remove = useRemoveMedium(cls, entry, name);
  const { assignSeats, takeSeatsBack } = useMediumSeats(cls, entry, name);
  return (
    <div className="class-medium-does">
      {!phone && (
        <>
          {/* The buttons are not disabled at the ends of the list, so that they keep the focus while a medium is moved. */}
          <IconButton label={t('class.media.up', { title: name })} icon={<ChevronUp />} aria-disabled={!onUp} onClick={() => onUp?.()} />
          <IconButton
            label={t('class.media.down', { title: name })}
            icon={<ChevronDown />}
            aria-disabled={!onDown}
            onClick={() => onDown?.()}
          />
        </>
      )}
      <Menu
        label={t('card.menu', { title: name })}
        trigger={<EllipsisVertical />}
        sections={[
          {
            items: [
              ...(phone && onUp ? [{ label: t('class.media.moveUp'), icon: <ChevronUp />, onSelect: onUp }] : []),
              ...(phone && onDown ? [{ label: t('class.media.moveDown'), icon: <ChevronDown />, onSelect: onDown }] : []),
              ...(item ? [{ label: t('class.media.change'), icon: <SquarePen />, onSelect: onChange }] : []),
              ...(item && canBeAssigned(item)
                ? [
                    {
                      kind: 'link' as const,
                      label: t('assignment.give'),
                      icon: <ClipboardPlus />,
                      href: newAssignmentHref(cls.id, { media: [identifier] }),
                    },
                  ]
                : []),
              ...(seats?.may && seats.seated < seats.learners && seats.free !== 0
                ? [{ label: t('class.media.seats.give'), icon: <Ticket />, onSelect: assignSeats }]
                : []),
              ...(seats?.may && seats.given ? [{ label: t('class.media.seats.back'), icon: <Undo2 />, onSelect: takeSeatsBack }] : []),
              { label: t('class.media.remove'), icon: <Trash2 />, onSelect: remove },
            ],
          },
        ]}
      />
    </div>
  );
}

/** Shows why learners cannot see the medium. */
function State({ entry }: { entry: ClassMedium }) {
  const { t, locale } = useT();
  if (entry.state === 'shown') return null;
  if (entry.state === 'no_licence')
    return (
      <p className="state warn">
        <Lock className="i-16" /> {t('class.media.noLicence')}
      </p>
    );
  if (entry.state === 'no_seats')
    return (
      <p className="state warn">
        <Ticket className="i-16" /> {t('class.media.noSeats')}
      </p>
    );
  if (entry.excerpt?.gone)
    return (
      <p className="state warn">
        <CalendarX2 className="i-16" /> {t('excerpts.gone.long')}
      </p>
    );
  const later = entry.visible_from !== null && entry.visible_from > today(new Date());
  return (
    <p className="state">
      {later ? <CalendarClock className="i-16" /> : <CalendarX2 className="i-16" />}
      {later
        ? t('class.media.from', { date: formatDateUnbroken(entry.visible_from!, 'long', locale) })
        : entry.visible_until
          ? t('class.media.over', { date: formatDateUnbroken(entry.visible_until, 'long', locale) })
          : t('class.media.hidden')}
    </p>
  );
}

/** Shows how many learners have a seat, or how many more seats are needed. */
function Seats({ entry: { seats } }: { entry: ClassMedium }) {
  const { t, locale } = useT();
  if (!seats) return null;
  const count = seats.learners - seats.seated;
  const needs =
    seats.free === null
      ? t('class.media.seats.unlimited', { count })
      : t('class.media.seats.need', { count, free: formatNumber(seats.free, locale) });
  return (
    <p className="quiet small">
      {joinFacts([
        seats.given &&
          t('class.media.seats', { seated: formatNumber(seats.seated, locale), learners: formatNumber(seats.learners, locale) }),
        count > 0 && (seats.may ? needs : t('class.media.seats.ask')),
      ])}
    </p>
  );
}
