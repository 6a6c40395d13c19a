import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { library } from '@fundus/contract/library/library';
import { medialistItems, type ListItem } from '@fundus/contract/medialists/items';
import type { Medialist } from '@fundus/contract/medialists/medialists';
import { useRef, useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Excerpts, SearchResults, Shelf } from '../../../components/media/finder/MediaFinder.tsx';
import { mayHaveMaterial } from '../../../components/own-material/may-have-material.ts';
import { OwnSource } from '../../../components/own-material/OwnSource.tsx';
import type { Content } from '../../../components/medialists/read-list.ts';
import { ITEM_READS, errorText } from '../../../components/medialists/reads.ts';
import { searchScope } from '../../../components/search/search-scope.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { SegmentOrSelect } from '../../../ui/fields/SegmentOrSelect.tsx';
import { HeadingForm, LinkForm, TextForm, type AddItem } from './AddForms.tsx';
import '../../../components/media/finder/media-finder.css';

const SOURCES = ['search', 'own', 'bookmarks', 'recent', 'excerpts', 'external', 'heading', 'text'] as const;
type Source = (typeof SOURCES)[number];

type Props = {
  list: Medialist;
  /** Called with the new contents of the list. */
  set: (content: Content) => void;
  /** ID of the item after which content is inserted, or `null` for the end. */
  after: string | null;
  /** Item that the selected medium replaces, or `null`. */
  instead: ListItem | null;
  onClose: () => void;
};

/** Adds content to a list from the search, the user's collections, links, headings and texts. */
export function AddDialog({ list, set, after, instead, onClose }: Props) {
  const { t } = useT();
  const session = useSession();
  const scope = searchScope(session);
  const sources = SOURCES.filter(
    (source) =>
      (source !== 'search' || scope !== null) &&
      (source !== 'own' || (mayHaveMaterial(session) && list.visibility !== 'editorial')) &&
      (source !== 'excerpts' || !session.config.DisableSequences) &&
      (instead === null || source === 'search' || source === 'own' || source === 'bookmarks' || source === 'recent'),
  );
  const [source, setSource] = useState<Source>(sources[0]!);
  const [words, setWords] = useState(instead?.title ?? '');
  const add = useCall(medialistItems.addItems, ITEM_READS);
  const replace = useCall(medialistItems.replaceItem, ITEM_READS);
  const undo = useUndo(ITEM_READS);
  // Inserts each item after the previous one.
  const last = useRef(after);
  const addItem: AddItem = (item, title, { force = false, done } = {}) =>
    add.mutate(
      { params: { id: list.id }, body: { items: [item], force, ...(last.current !== null && { after_id: last.current }) } },
      {
        onSuccess: ({ added, ...content }) => {
          set(content);
          done?.();
          if (last.current !== null) last.current = added.at(-1) ?? last.current;
          showSnackbar({
            text: t('list.added.here', { title }),
            type: 'success',
            action: undo(medialistItems.removeItems, { body: { items: added } }),
          });
        },
      },
    );
  const replaceItem = (identifier: string, title: string) =>
    instead &&
    replace.mutate(
      { params: { id: list.id, itemId: instead.id }, body: { identifier } },
      {
        onSuccess: () => {
          showSnackbar({ text: t('list.replaced', { title }), type: 'success' });
          onClose();
        },
      },
    );
  const has = (identifier: string) => list.contents.some((item) => item.identifier === identifier && item.kind !== 'sequence');
  const error = add.error ?? replace.error;
  const busy = add.isPending || replace.isPending;
  const media = (item: MediaItem) =>
    instead
      ? replaceItem(item.identifier, item.display.title)
      : addItem({ kind: 'medium', identifier: item.identifier }, item.display.title, { force: has(item.identifier) });
  const shelf = { has, busy, instead: instead !== null, onPick: media };
  const parts: Record<Source, () => ReactNode> = {
    search: () => scope && <SearchResults scope={scope} words={words} onWords={setWords} {...shelf} />,
    own: () => (
      <OwnSource
        {...shelf}
        onMade={({ identifier, title }) => (instead ? replaceItem(identifier, title) : addItem({ kind: 'medium', identifier }, title))}
      />
    ),
    bookmarks: () => <Shelf endpoint={library.bookmarks} {...shelf} />,
    recent: () => <Shelf endpoint={library.history} {...shelf} />,
    excerpts: () => <Excerpts busy={busy} onPick={({ id, title }) => addItem({ kind: 'excerpt', excerpt_id: id }, title)} />,
    external: () => <LinkForm error={add.error} busy={busy} onAdd={addItem} />,
    heading: () => <HeadingForm error={add.error} busy={busy} onAdd={addItem} />,
    text: () => <TextForm error={add.error} busy={busy} onAdd={addItem} />,
  };
  const behind = after === null ? null : list.contents.find(({ id }) => id === after);
  return (
    <Dialog
      open
      onClose={onClose}
      title={instead ? t('list.replace.title', { title: instead.title }) : t('list.media.add')}
      closeLabel={t('app.close')}
      className="media-finder"
      foot={
        <Button variant="line" onClick={onClose}>
          {t(instead ? 'app.cancel' : 'list.add.ready')}
        </Button>
      }
    >
      {behind && <p className="small-print">{t('list.add.behind', { title: behind.title || behind.body.slice(0, 60) })}</p>}
      <div className="media-finder-source">
        <SegmentOrSelect
          label={t('list.add.sources')}
          value={source}
          options={sources.map((value) => ({ value, label: t(`list.add.source.${value}`) }))}
          onChange={(next) => {
            add.reset();
            setSource(next);
          }}
        />
      </div>
      {error && !error.field && <FormProblem>{errorText(t, error)}</FormProblem>}
      {error?.field === 'items' && <FormProblem>{errorText(t, error)}</FormProblem>}
      {parts[source]()}
    </Dialog>
  );
}
