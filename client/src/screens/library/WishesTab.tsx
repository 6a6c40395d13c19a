import { type Wish, wishes } from '@fundus/contract/library/wishes';
import { Gift, SquarePen, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../api/call.ts';
import { ExportMenu } from '../../components/lists/ExportMenu.tsx';
import { useCall } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { useWishPlace } from '../../components/media/use-wish.ts';
import { DecideWishDialog } from '../../components/media/DecideWishDialog.tsx';
import { SmallCover } from '../../components/media/finder/SmallCover.tsx';
import { useDecisionUndo } from '../../stores/use-decision-undo.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Segment } from '../../ui/fields/Segment.tsx';
import { Pages } from '../../components/lists/Pages.tsx';
import { ShelfRow } from './ShelfRow.tsx';
import { usePages } from '../../components/lists/use-pages.ts';
import '../../ui/list.css';
import '../../components/lists/line.css';
import '../../components/lists/shelf.css';

const VIEWS = ['own', 'school'] as const;
const refreshes = { refreshes: [wishes.wishes, wishes.wishOf] };

/** Lists the user's licence requests. Administrators see and decide all requests of their school or district. */
export function WishesTab() {
  const { t } = useT();
  const place = useWishPlace();
  const [view, setView] = useState<(typeof VIEWS)[number]>('own');
  const [deciding, setDeciding] = useState<Wish | null>(null);
  const list = usePages(wishes.wishes, { school: String(view === 'school') });
  const [decides, setDecides] = useState(false);
  if (list.first?.can.decide && !decides) setDecides(true);
  return (
    <>
      {decides && (
        <div className="shelf-views">
          <Segment
            label={t('wish.view')}
            value={view}
            options={VIEWS.map((value) => ({ value, label: t(`wish.view.${value === 'own' ? 'own' : place}`) }))}
            onChange={setView}
          />
          <ExportMenu hrefOf={(wanted) => address(wishes.exportWishes, { query: { school: String(view === 'school'), ...wanted } })} />
        </div>
      )}
      <Pages
        list={list}
        empty={
          <EmptyState icon={<Gift />} title={t(view === 'school' ? 'wish.none.school' : 'wish.none')}>
            <p>{t(`wish.none.hint.${place}`)}</p>
          </EmptyState>
        }
      >
        {list.items.map((wish) => (
          <Row key={wish.id} wish={wish} onDecide={() => setDeciding(wish)} />
        ))}
      </Pages>
      {deciding && <DecideOne wish={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

function Row({ wish, onDecide }: { wish: Wish; onDecide: () => void }) {
  const { t, locale } = useT();
  const remove = useCall(wishes.removeWish, refreshes);
  const undo = useUndo(refreshes);
  const { identifier, title, medium, note, state, answer, by, at, can } = wish;
  const params = { mediaId: identifier };
  const withdraw = () =>
    remove.mutate(
      { params },
      {
        onSuccess: () =>
          showSnackbar({
            text: t('wish.withdrawn', { title }),
            ...(medium && { action: undo(wishes.setWish, { params, body: { note } }) }),
          }),
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
      },
    );
  const facts = [t(`wish.state.${state}`), by, t('wish.at', { date: formatDate(at, 'short', locale) })];
  const words = (
    <>
      {note && <p className="shelf-note">{note}</p>}
      {answer && <p className="small">{t('report.answered', { answer })}</p>}
    </>
  );
  const actions = (
    <>
      {can.decide && (
        <Button variant="line" icon={<SquarePen />} onClick={onDecide}>
          {t('wish.decide')}
        </Button>
      )}
      {can.withdraw && !can.decide && (
        <Button flush="phone" icon={<Undo2 />} disabled={remove.isPending} onClick={withdraw}>
          {t('wish.withdraw')}
        </Button>
      )}
    </>
  );
  if (medium) {
    return (
      <ShelfRow medium={medium} facts={facts} actions={actions} wide>
        {words}
      </ShelfRow>
    );
  }
  return (
    <li className="cover-row shelf-row gone wide-actions">
      <SmallCover item={null} />
      <div className="shelf-text">
        <h2>{title}</h2>
        <p className="line-facts">{[t('library.bookmarks.gone'), ...facts].map((fact) => fact && <span key={fact}>{fact}</span>)}</p>
        {words}
      </div>
      <div className="shelf-actions">{actions}</div>
    </li>
  );
}

function DecideOne({ wish, onClose }: { wish: Wish; onClose: () => void }) {
  const { t } = useT();
  const decide = useCall(wishes.decideWish, refreshes);
  const undo = useDecisionUndo(refreshes);
  const params = { id: wish.id };
  const done = () => {
    showSnackbar({
      text: t('wish.decided', { title: wish.title }),
      type: 'success',
      action: undo(wishes.undoDecision, { params }),
    });
    onClose();
  };
  return (
    <DecideWishDialog
      title={t('wish.decide.title', { title: wish.title })}
      initial={{ state: wish.state === 'open' ? 'ordered' : wish.state, answer: wish.answer }}
      call={decide}
      onDecide={(body) => decide.mutate({ params, body }, { onSuccess: done })}
      onClose={onClose}
    />
  );
}
