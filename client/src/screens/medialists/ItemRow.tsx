import { today } from '@fundus/contract/days';
import type { ListItem } from '@fundus/contract/medialists/items';
import {
  ChevronDown,
  ChevronUp,
  EllipsisVertical,
  ExternalLink,
  EyeOff,
  Gift,
  GripVertical,
  LockKeyhole,
  Lock,
  Replace,
} from 'lucide-react';
import { memo, type KeyboardEvent, type PointerEvent } from 'react';
import { itemHref } from '../../components/medialists/list-href.ts';
import { licenceState } from '../../components/media/licence-state.ts';
import { formatExcerptTimes } from '../../components/media/describe-excerpt.ts';
import { SmallCover } from '../../components/media/finder/SmallCover.tsx';
import { SubjectChip } from '../../components/media/finder/SubjectChip.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { typeName } from '../../i18n/reference-names.ts';
import { useT } from '../../i18n/translate.ts';
import { subjectOf } from '../../theme/subject-styles.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import '../../ui/button.css';
import '../../components/lists/line.css';
import '../../components/media/licence-badge.css';
import './medialists.css';

export type RowActions = {
  /** Moves an item by one position. */
  step: (id: string, by: 1 | -1) => void;
  grip: (id: string, event: PointerEvent<HTMLElement>) => void;
  place: (item: ListItem) => void;
  choose: (id: string) => void;
  menu: (item: ListItem, place: number) => MenuItem[];
  replace: (item: ListItem) => void;
  wish: (item: ListItem) => void;
};

type Props = {
  listId: string;
  item: ListItem;
  /** Position of the item, starting with 1. Readers see it only for media, which are then numbered consecutively. */
  place: number | null;
  last: boolean;
  edits: boolean;
  /** True for learners, who see only the notes for learners. */
  pupil: boolean;
  /** True if the item is selected, or `null` outside selection mode. */
  chosen: boolean | null;
  dragged: boolean;
  /** Side of the row on which a dragged item would be dropped. */
  drop: 'above' | 'below' | null;
  does: RowActions;
};

export const itemName = ({ title, body }: Pick<ListItem, 'title' | 'body'>): string => title || body.slice(0, 60);

/** Shows an item of a list with its position, content, notes and actions. */
export const ItemRow = memo(function ItemRow({ listId, item, place, last, edits, pupil, chosen, dragged, drop, does }: Props) {
  const { t } = useT();
  const { id, kind, item: medium } = item;
  const name = itemName(item);
  const closed = item.availability !== 'playable' && item.availability !== 'not_for_learners';
  return (
    <li
      className="list-item"
      data-kind={kind}
      data-subject={medium ? subjectOf(medium.fn_geb)?.key : undefined}
      data-closed={closed || undefined}
      data-chosen={chosen || undefined}
      data-dragged={dragged || undefined}
      data-drop={drop ?? undefined}
      data-item={id}
    >
      <ItemHandle {...{ item, name, place, edits, chosen, does }} />
      <Picture item={item} />
      <div className="list-item-text">
        <Title listId={listId} item={item} closed={closed} />
        <Facts item={item} />
        <Availability item={item} does={does} edits={edits} />
        <Notes item={item} pupil={pupil} />
      </div>
      {edits && place !== null && chosen === null && (
        <div className="list-item-does">
          <IconButton
            className="btn btn-icon list-item-step"
            label={t('list.item.up', { title: name })}
            icon={<ChevronUp />}
            aria-disabled={place === 1}
            onClick={() => does.step(id, -1)}
          />
          <IconButton
            className="btn btn-icon list-item-step"
            label={t('list.item.down', { title: name })}
            icon={<ChevronDown />}
            aria-disabled={last}
            onClick={() => does.step(id, 1)}
          />
          <RowMenu name={name} items={does.menu(item, place)} />
        </div>
      )}
      {!edits && !pupil && chosen === null && item.identifier && medium && (
        <div className="list-item-does">
          <RowMenu name={name} items={does.menu(item, place ?? 0)} />
        </div>
      )}
    </li>
  );
});

/** Shows the checkbox of an item in selection mode, and otherwise its position, which is the drag handle. */
function ItemHandle({
  item,
  name,
  place,
  edits,
  chosen,
  does,
}: Pick<Props, 'item' | 'place' | 'edits' | 'chosen' | 'does'> & { name: string }) {
  const { t, locale } = useT();
  const { id } = item;
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    does.step(id, by);
  };
  return (
    <div className="list-item-lead">
      {chosen !== null ? (
        <label className="list-item-box">
          <input type="checkbox" checked={chosen} aria-label={t('list.item.choose', { title: name })} onChange={() => does.choose(id)} />
        </label>
      ) : edits && place !== null ? (
        <>
          <button
            type="button"
            className="list-item-grip"
            aria-label={t('list.item.grip', { title: name })}
            title={t('list.item.grip.hint')}
            onPointerDown={(event) => does.grip(id, event)}
            onKeyDown={onKey}
          >
            <GripVertical />
          </button>
          <button
            type="button"
            className="list-item-place num"
            aria-label={t('list.item.place', { title: name, place })}
            title={t('list.item.place.hint')}
            onClick={() => does.place(item)}
          >
            {formatNumber(place, locale)}
          </button>
        </>
      ) : (
        <span className="list-item-place num" aria-hidden="true">
          {place}
        </span>
      )}
    </div>
  );
}

/** Shows the notes of an item. Learners see only the notes for learners. */
function Notes({ item, pupil }: { item: ListItem; pupil: boolean }) {
  const { t } = useT();
  return (
    <>
      {item.note_learner && (
        <p className="line-words">
          {!pupil && <span className="small-print">{t('list.item.noteLearner')}</span>}
          {item.note_learner}
        </p>
      )}
      {!pupil && item.note_teacher && (
        <p className="list-item-teacher">
          <LockKeyhole className="i-16" aria-hidden="true" />
          <span>
            <span className="small-print">{t('list.item.noteTeacher')}</span>
            {item.note_teacher}
          </span>
        </p>
      )}
      {!pupil && !item.visible_to_learners && (
        <p className="state">
          <EyeOff className="i-16" /> {t('list.item.hidden')}
        </p>
      )}
    </>
  );
}

function RowMenu({ name, items }: { name: string; items: MenuItem[] }) {
  const { t } = useT();
  return <Menu label={t('card.menu', { title: name })} trigger={<EllipsisVertical />} sections={[{ items }]} />;
}

function Picture({ item: { kind, item } }: { item: ListItem }) {
  if (kind === 'heading' || kind === 'text') return null;
  if (kind !== 'external') return <SmallCover item={item} length={kind !== 'sequence'} />;
  return (
    <span className="list-item-sign" aria-hidden="true">
      <ExternalLink />
    </span>
  );
}

/** Shows the title of an item. Media link to their page in the list, and links open their target. */
function Title({ listId, item, closed }: { listId: string; item: ListItem; closed: boolean }) {
  const { t } = useT();
  const { kind, title, body, url } = item;
  if (kind === 'text') return <p className="list-item-words">{body}</p>;
  if (kind === 'external' && url)
    return (
      <h3>
        <a href={url} target="_blank" rel="noopener noreferrer external">
          {title}
          <span className="sr"> ({t('list.item.opensNew')})</span>
        </a>
      </h3>
    );
  // Users with a role in the list can open unavailable media, because the media page explains why.
  const opens = item.identifier !== null && item.item !== null && (!closed || item.availability !== 'removed');
  return <h3>{opens ? <Link href={itemHref(listId, item)}>{title}</Link> : title}</h3>;
}

function Facts({ item: { kind, item, start_s, end_s, url } }: { item: ListItem }) {
  const { t } = useT();
  if (kind === 'heading' || kind === 'text') return null;
  if (kind === 'external')
    return <p className="line-facts">{url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url}</p>;
  const times = kind === 'sequence' && start_s !== null && end_s !== null ? formatExcerptTimes({ start_s, end_s }) : null;
  return (
    <>
      {times ? (
        <p className="list-item-sub">{t('excerpts.of', { title: item?.display.title ?? '', times })}</p>
      ) : (
        item?.display.subtitle && <p className="list-item-sub">{item.display.subtitle}</p>
      )}
      {item && (
        <p className="line-facts">
          <SubjectChip codes={item.fn_geb} />
          <span>{typeName(item.fn_typ)}</span>
          {item.captions && <span>{t('card.captions')}</span>}
          {item.year && <span>{item.year}</span>}
        </p>
      )}
    </>
  );
}

/** Shows why an item is unavailable to the reader or to learners, with actions that help. */
function Availability({ item, does, edits }: { item: ListItem; does: RowActions; edits: boolean }) {
  const { t } = useT();
  const { availability } = item;
  if (availability === 'playable') {
    const medium = item.item;
    return medium && licenceState(medium, today(new Date()))?.kind === 'empty' ? (
      <p className="state warn">{t('card.licence.empty')}</p>
    ) : null;
  }
  const gone = availability === 'removed' && item.item !== null && item.kind === 'sequence' ? 'shorter' : availability;
  return (
    <div className="list-item-state">
      <p className="state warn">
        <Lock className="i-16" /> {t(`list.availability.${gone}`)}
      </p>
      {edits && availability !== 'not_for_learners' && (
        <Button icon={<Replace />} onClick={() => does.replace(item)}>
          {t('list.item.replace')}
        </Button>
      )}
      {item.item?.can.wish && (
        <Button icon={<Gift />} onClick={() => does.wish(item)}>
          {t('list.item.wish')}
        </Button>
      )}
    </div>
  );
}
