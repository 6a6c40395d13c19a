import { ltiVisit, type PickedItem } from '@fundus/contract/lti/lti';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ListVideo } from 'lucide-react';
import { useState } from 'react';
import { query } from '../../api/query.ts';
import { SmallCover } from '../../components/media/finder/SmallCover.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { useT } from '../../i18n/translate.ts';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { FindField } from '../../ui/fields/FindField.tsx';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import '../../components/lists/line.css';
import '../../ui/list.css';
import './lti.css';
import type { ChosenItems } from './chosen.ts';

type Props = { chosen: ChosenItems; many: boolean; onChoose: (item: PickedItem, wanted: boolean) => void };

/** Lists media lists that the whole school can view. The user selects a list as one link or its media individually. */
export function ListSelection({ chosen, many, onChoose }: Props) {
  const { t } = useT();
  const [words, setWords] = useState('');
  const q = useDebounced(words.trim(), 250);
  const lists = useQuery({ ...query(ltiVisit.lists, { query: { q } }), placeholderData: keepPreviousData });
  const items = lists.data?.items ?? [];
  return (
    <>
      <FindField wide label={t('lti.pick.searchLists')} value={words} maxLength={100} autoComplete="off" onType={setWords} />
      {lists.error && <Failed error={lists.error} onRetry={() => void lists.refetch()} />}
      {lists.isLoading && <PlaceholderLines />}
      {lists.data && items.length === 0 && (
        <EmptyState icon={<ListVideo />} title={t('lti.pick.noLists')}>
          <p>{t('lti.pick.noLists.hint')}</p>
        </EmptyState>
      )}
      <ul className="lines">
        {items.map(({ id, title, owner, items: count, cover }) => {
          const one = chosen.get(`list ${id}`);
          return (
            <li key={id} className="cover-row lti-row">
              <SmallCover item={cover === null ? null : { cover, duration: null }} />
              <div>
                <Checkbox
                  label={title}
                  hint={t('lti.pick.listFacts', { count, owner })}
                  checked={one !== undefined}
                  onChange={(event) => onChoose({ kind: 'list', id }, event.target.checked)}
                />
                {one?.kind === 'list' && many && (
                  <Checkbox
                    label={t('lti.pick.each')}
                    checked={one.as === 'each'}
                    onChange={(event) => onChoose({ kind: 'list', id, as: event.target.checked ? 'each' : 'one' }, true)}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
