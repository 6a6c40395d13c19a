import type { VisitList } from '@fundus/contract/lti/lti';
import type { LinkedItem } from '@fundus/contract/medialists/links';
import { ArrowLeft, ExternalLink, Lock } from 'lucide-react';
import { useState } from 'react';
import { SmallCover } from '../../components/media/finder/SmallCover.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { LazyRichText } from '../../components/rich-text/LazyRichText.tsx';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { VisitMedium } from './VisitMedium.tsx';
import '../../components/lists/line.css';
import '../../components/media/licence-badge.css';
import '../../ui/list.css';
import './lti.css';

/** Shows a media list that was opened from a learning platform. Its media open on the same page. */
export function VisitedList({ list }: { list: VisitList }) {
  const { t } = useT();
  const [openId, setOpenId] = useState<string | null>(null);
  const open = list.contents.find(({ id }) => id === openId);
  if (open?.identifier)
    return (
      <div className="wrap lti-page">
        <Button variant="quiet" icon={<ArrowLeft />} onClick={() => setOpenId(null)}>
          {list.title}
        </Button>
        <VisitMedium key={open.id} identifier={open.identifier} part={open} title={open.title} />
        {open.note_learner && <p className="lti-words">{open.note_learner}</p>}
      </div>
    );
  return (
    <div className="wrap lti-page">
      <PageHeading title={list.title} />
      {list.description && <LazyRichText html={list.description} level={2} />}
      <h2 className="sr">{t('list.linked.contents')}</h2>
      <ol className="lines">
        {list.contents.map((item) => (
          <Row key={item.id} item={item} onOpen={() => setOpenId(item.id)} />
        ))}
      </ol>
    </div>
  );
}

function Row({ item, onOpen }: { item: LinkedItem; onOpen: () => void }) {
  const { t } = useT();
  const { kind, title, body, url, cover, duration, available, note_learner, note_teacher, identifier } = item;
  if (kind === 'text') return <li className="lti-row">{body}</li>;
  if (kind === 'heading')
    return (
      <li className="lti-row">
        <h3>{title}</h3>
      </li>
    );
  return (
    <li className={identifier === null ? 'lti-row' : 'cover-row lti-row'}>
      {identifier !== null && <SmallCover item={cover === null ? null : { cover, duration: duration && Math.round(duration) }} length />}
      <div>
        <h3>
          {kind === 'external' && url ? (
            <a href={url} target="_blank" rel="noopener noreferrer external">
              {title} <ExternalLink className="i-16" aria-hidden="true" />
              <span className="sr"> ({t('list.item.opensNew')})</span>
            </a>
          ) : available ? (
            <button type="button" className="lti-open" onClick={onOpen}>
              {title}
            </button>
          ) : (
            title
          )}
        </h3>
        {!available && (
          <p className="state warn">
            <Lock className="i-16" /> {t('list.linked.unavailable')}
          </p>
        )}
        {note_learner && <p>{note_learner}</p>}
        {note_teacher && (
          <p>
            <span className="small-print">{t('list.item.noteTeacher')} </span>
            {note_teacher}
          </p>
        )}
      </div>
    </li>
  );
}
