import { medialistItems } from '@fundus/contract/medialists/items';
import { medialists, TITLE_LENGTH } from '@fundus/contract/medialists/medialists';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { formatNumber } from '../../i18n/format.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import { FindField } from '../../ui/fields/FindField.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { problemTextAt } from '../forms/form-problems.ts';
import { Failed } from '../page/Failed.tsx';
import { LIST_READS, errorText } from './reads.ts';
import '../../ui/fields/field.css';
import './list-picker.css';

/** Number of lists from which a search field is shown. */
const MANY = 8;

export type PickedList = { id: string; title: string; has: boolean };

type Props = {
  /** Identifiers of media. Lists that already contain all of them are marked. */
  media: readonly string[];
  /** Id of a list to leave out. */
  except?: string;
  chosen: readonly PickedList[];
  onChoose: (chosen: readonly PickedList[]) => void;
};

/** Shows the media lists that the user may edit, last used first. Several can be chosen, and a new list can be created. */
export function ListPicker({ media, except, chosen, onChoose }: Props) {
  const { t, locale } = useT();
  const [words, setWords] = useState('');
  const q = useDebounced(words.trim(), 200);
  const found = useQuery({
    ...query(medialistItems.listsWith, { body: { media: [...media], q } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const [created, setCreated] = useState('');
  const made = chosen.find(({ id }) => id === created);
  const choose = (list: PickedList) => {
    setCreated(list.id);
    onChoose([...chosen, list]);
  };
  const has = (id: string) => chosen.some((one) => one.id === id);
  const toggle = (list: PickedList) => onChoose(has(list.id) ? chosen.filter(({ id }) => id !== list.id) : [...chosen, list]);
  if (!found.data)
    return found.error ? (
      <Failed error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <ShowDelayed>
        <Bar width="100%" height="10rem" />
      </ShowDelayed>
    );
  const lists = found.data.lists.filter(({ id }) => id !== except);
  // Selected lists stay visible during a search.
  const shown = [...chosen.filter(({ id }) => !lists.some((list) => list.id === id)).map((list) => ({ ...list, items: null })), ...lists];
  return (
    <>
      <fieldset className="list-picks">
        <legend className="sr">{t('lists.title')}</legend>
        {(lists.length >= MANY || words !== '') && (
          <FindField wide label={t('lists.find')} value={words} maxLength={100} onType={setWords} />
        )}
        <ul>
          {shown.map((list) => (
            <li key={list.id}>
              <label className="check">
                <input type="checkbox" checked={has(list.id)} onChange={() => toggle({ id: list.id, title: list.title, has: list.has })} />
                <span>
                  {list.title}
                  <span className="small-print">
                    {joinFacts([
                      list.items !== null && t('list.items', { count: list.items, number: formatNumber(list.items, locale) }),
                      list.has && (has(list.id) ? t('list.add.again') : t('list.add.has')),
                    ])}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        <p className="small-print" role="status">
          {shown.length === 0 ? t(q === '' ? 'list.add.none' : 'list.add.notFound') : made && t('list.new.chosen', { title: made.title })}
        </p>
      </fieldset>
      {found.data.can.create && <MakeList onMade={choose} suggested={q} />}
    </>
  );
}

/** Creates a list that has only a title. The user edits other fields on the page of the list. */
function MakeList({ onMade, suggested }: { onMade: (list: PickedList) => void; suggested: string }) {
  const { t } = useT();
  const [title, setTitle] = useState<string | null>(null);
  const create = useCall(medialists.create, LIST_READS);
  if (title === null)
    return (
      <Button flush icon={<Plus />} onClick={() => setTitle(suggested)}>
        {t('list.new')}
      </Button>
    );
  const make = () =>
    title.trim() !== '' &&
    !create.isPending &&
    create.mutate(
      { body: { title } },
      {
        onSuccess: ({ id, title: made }) => {
          setTitle(null);
          onMade({ id, title: made, has: false });
        },
      },
    );
  const { error } = create;
  return (
    <div className="list-make">
      <TextField
        label={t('list.new.title')}
        value={title}
        maxLength={TITLE_LENGTH}
        // The field replaces the button that the user has just pressed.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        error={error && (problemTextAt(t, error, 'title', (refusal) => errorText(t, refusal)) ?? errorText(t, error))}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          make();
        }}
      />
      <Button variant="line" disabled={title.trim() === '' || create.isPending} onClick={make}>
        {t('list.new.action')}
      </Button>
    </div>
  );
}
