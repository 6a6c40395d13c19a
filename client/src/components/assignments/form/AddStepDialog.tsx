import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { library } from '@fundus/contract/library/library';
import { TITLE_LENGTH } from '@fundus/contract/assignments/rules';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { SegmentOrSelect } from '../../../ui/fields/SegmentOrSelect.tsx';
import { SmallForm } from '../../forms/SmallForm.tsx';
import { readWebAddress } from '../../forms/web-address.ts';
import { canBeAssigned } from '../../media/card-state.ts';
import { Excerpts, SearchResults, Shelf } from '../../media/finder/MediaFinder.tsx';
import { mayHaveMaterial } from '../../own-material/may-have-material.ts';
import { OwnSource } from '../../own-material/OwnSource.tsx';
import { searchScope } from '../../search/search-scope.ts';
import { linkStep, mediumStep, partStep, textStep, type StepValues } from './form-values.ts';
import '../../media/finder/media-finder.css';

const SOURCES = ['search', 'own', 'bookmarks', 'recent', 'excerpts', 'external', 'text'] as const;
type Source = (typeof SOURCES)[number];

type Add = (step: StepValues, item?: MediaItem) => void;
type Props = {
  has: (identifier: string) => boolean;
  /** Number of further steps that the assignment may have. */ room: number;
  onAdd: Add;
  onClose: () => void;
};

/** Shows a dialog that adds steps: found or bookmarked media, parts of media, links and texts. */
export function AddStepDialog({ has, room, onAdd, onClose }: Props) {
  const { t } = useT();
  const session = useSession();
  const scope = searchScope(session);
  const sources = SOURCES.filter(
    (source) =>
      (source !== 'search' || scope !== null) &&
      (source !== 'own' || mayHaveMaterial(session)) &&
      (source !== 'excerpts' || !session.config.DisableSequences),
  );
  const [source, setSource] = useState<Source>(sources[0]!);
  const [words, setWords] = useState('');
  const busy = room <= 0;
  const refusal = (item: MediaItem) => (canBeAssigned(item) ? null : t('assignment.step.offScreen'));
  const shelf = { has, busy, instead: false, refusal, onPick: (item: MediaItem) => onAdd(mediumStep(item), item) };
  const parts: Record<Source, () => ReactNode> = {
    search: () => scope && <SearchResults scope={scope} words={words} onWords={setWords} {...shelf} />,
    own: () => <OwnSource {...shelf} onMade={({ medium }) => medium && onAdd(mediumStep(medium), medium)} />,
    bookmarks: () => <Shelf endpoint={library.bookmarks} {...shelf} />,
    recent: () => <Shelf endpoint={library.history} {...shelf} />,
    excerpts: () => <Excerpts busy={busy} onPick={({ medium, ...part }) => medium && onAdd(partStep(medium, part), medium)} />,
    external: () => <LinkForm busy={busy} onAdd={onAdd} />,
    text: () => <WordsForm busy={busy} onAdd={onAdd} />,
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('assignment.step.add')}
      closeLabel={t('app.close')}
      className="media-finder"
      foot={
        <Button variant="line" onClick={onClose}>
          {t('list.add.ready')}
        </Button>
      }
    >
      <div className="media-finder-source">
        <SegmentOrSelect
          label={t('list.add.sources')}
          value={source}
          options={sources.map((value) => ({ value, label: t(value === 'text' ? 'assignment.step.own' : `list.add.source.${value}`) }))}
          onChange={setSource}
        />
      </div>
      {parts[source]()}
    </Dialog>
  );
}

type FormProps = { busy: boolean; onAdd: Add };

function LinkForm({ busy, onAdd }: FormProps) {
  const { t } = useT();
  const [url, setUrl] = useState('');
  const [title, setTitle] = useState('');
  const { full, wrong } = readWebAddress(url);
  const send = () => {
    onAdd(linkStep(full, title.trim()));
    setUrl('');
    setTitle('');
  };
  return (
    <SmallForm ready={!busy && full !== '' && !wrong && title.trim() !== ''} onSend={send}>
      <TextField
        label={t('list.item.url')}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={url}
        maxLength={2_000}
        error={wrong ? t('list.item.url.wrong') : null}
        onChange={(event) => setUrl(event.target.value)}
      />
      <TextField label={t('list.item.title')} value={title} maxLength={TITLE_LENGTH} onChange={(event) => setTitle(event.target.value)} />
    </SmallForm>
  );
}

function WordsForm({ busy, onAdd }: FormProps) {
  const { t } = useT();
  const [title, setTitle] = useState('');
  const [answered, setAnswered] = useState(true);
  const send = () => {
    onAdd(textStep(title.trim(), answered ? 'answer_text' : 'self_marked'));
    setTitle('');
  };
  return (
    <SmallForm ready={!busy && title.trim() !== ''} onSend={send}>
      <TextField
        label={t('assignment.step.text')}
        hint={t('assignment.step.text.hint')}
        value={title}
        maxLength={TITLE_LENGTH}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Checkbox label={t('assignment.step.text.answer')} checked={answered} onChange={(event) => setAnswered(event.target.checked)} />
    </SmallForm>
  );
}
