import { fullName } from '@fundus/contract/people/full-name';
import { classes, type ClassLine } from '@fundus/contract/classes/classes';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { SubjectChip } from '../../components/media/finder/SubjectChip.tsx';
import { Archive, ArchiveRestore, BookOpen, ClipboardCheck, Lock, MessageSquareText, Trash2, UserPlus, Users } from 'lucide-react';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { classHref } from './class-view.ts';
import { CLASS_READS, showError } from './problems.ts';
import { useVersionedCall } from './use-versioned-call.ts';
import { aboutClass } from './words.ts';
import './classes.css';

/** Shows a class as a card with its facts. The whole card links to the class. */
export function ClassCard({ item, learner }: { item: ClassLine; learner: boolean }) {
  const { t, locale } = useT();
  const { user } = useSession();
  // Other teachers of the school can see only that the class exists.
  const closed = item.state === 'deleted' || (!learner && item.role === null && item.state === 'active' && item.owners.length === 0);
  const others = item.owners.filter((name) => item.role !== 'owner' || !user || name !== fullName(user));
  return (
    <article className="class-card" {...(item.subject && { 'data-subject': mainSubject([item.subject]).key })}>
      <h2>{closed ? item.name : <Link href={classHref(item.id)}>{item.name}</Link>}</h2>
      <p className="class-facts">
        <SubjectChip codes={item.subject ? [item.subject] : []} />
        {aboutClass(item, t).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {others.length > 0 && (
        <p className="quiet small">{t(item.role === 'owner' ? 'classes.owners.you' : 'classes.owners', { names: others.join(', ') })}</p>
      )}
      {item.state !== 'active' && (
        <p className={`class-state class-state-${item.state}`}>
          {item.state === 'locked' ? (
            <Lock className="i-16" />
          ) : item.state === 'deleted' ? (
            <Trash2 className="i-16" />
          ) : (
            <Archive className="i-16" />
          )}
          {t(`classes.state.${item.state}`)}
        </p>
      )}
      {item.restore_until && <RestoreClass item={item} until={item.restore_until} />}
      <p className="class-counts">
        {!learner && (
          <span>
            <Users className="i-16" /> {t('classes.learners', { count: item.learners, number: formatNumber(item.learners, locale) })}
          </span>
        )}
        <span>
          <BookOpen className="i-16" /> {t('classes.media', { count: item.media, number: formatNumber(item.media, locale) })}
        </span>
        {item.new_results > 0 && (
          <Link className="class-asked" href={classHref(item.id, { tab: 'results' })}>
            <ClipboardCheck className="i-16" />{' '}
            {t('classes.newResults', { count: item.new_results, number: formatNumber(item.new_results, locale) })}
          </Link>
        )}
        {item.new_feedback > 0 && (
          <Link className="class-asked" href={classHref(item.id, { tab: 'assignments' })}>
            <MessageSquareText className="i-16" />{' '}
            {t('classes.newFeedback', { count: item.new_feedback, number: formatNumber(item.new_feedback, locale) })}
          </Link>
        )}
        {item.applied > 0 && (
          <Link className="class-asked" href={classHref(item.id, { tab: 'learners' })}>
            <UserPlus className="i-16" /> {t('classes.applied', { count: item.applied })}
          </Link>
        )}
      </p>
    </article>
  );
}

/** Shows until when a deleted class can be restored with its members and media, and restores it on request. */
function RestoreClass({ item, until }: { item: ClassLine; until: string }) {
  const { t, locale } = useT();
  const restore = useVersionedCall(classes.setState, CLASS_READS);
  const { name } = item;
  return (
    <div className="class-restore">
      <p className="quiet small">{t('class.deleted.until', { date: formatDate(until, 'short', locale) })}</p>
      <Button
        variant="line"
        icon={<ArchiveRestore />}
        aria-label={t('class.restore.one', { name })}
        disabled={restore.isPending}
        onClick={() =>
          restore.mutate(
            { params: { id: item.id }, body: { to: 'active', version: item.version } },
            { onSuccess: () => showSnackbar({ text: t('class.restore.done', { name }), type: 'success' }), onError: showError },
          )
        }
      >
        {t('class.restore')}
      </Button>
    </div>
  );
}
