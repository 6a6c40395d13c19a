import { MAX_SHARE_RECIPIENTS, sharedMedia, type Colleague } from '@fundus/contract/shared-media/shared-media';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { Chips } from '../../ui/fields/Chips.tsx';
import { FindField } from '../../ui/fields/FindField.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { shareBody, type MediumToShare } from './shared.ts';
import { SHARED_READS } from './shared-reads.ts';
import { useNextOfShared } from './use-next-of-shared.ts';
import { bodyOf, EMPTY_SHARE_TERMS, ShareTermsFields, areShareTermsValid } from './ShareTermsFields.tsx';
import '../../ui/fields/field.css';
import '../classes/class-forms.css';
import './sharing.css';
import type { ShareTarget } from './share-target.ts';
import { TermsFold } from './TermsFold.tsx';

/** Share target "colleagues", who are found by name. */
export function useShareToPeople(media: readonly MediumToShare[]): ShareTarget {
  const [chosen, setChosen] = useState<readonly Colleague[]>([]);
  const [words, setWords] = useState(EMPTY_SHARE_TERMS);
  const share = useCall(sharedMedia.share, SHARED_READS);
  const nextOf = useNextOfShared();
  return {
    ready: chosen.length > 0 && chosen.length <= MAX_SHARE_RECIPIENTS && areShareTermsValid(words),
    pending: share.isPending,
    error: share.error,
    send: (done) =>
      share.mutate(
        { body: { ...shareBody(media), people: chosen.map(({ id }) => id), ...bodyOf(words) } },
        { onSuccess: (reply) => done(chosen.map(({ name }) => name).join(', '), reply, nextOf(reply, media.length)) },
      ),
    fields: (
      <>
        <Colleagues chosen={chosen} onChoose={setChosen} />
        <TermsFold words="message" filled={words.message.trim() !== ''} days={words}>
          <ShareTermsFields to="people" values={words} set={setWords} />
        </TermsFold>
      </>
    ),
  };
}

type Props = { chosen: readonly Colleague[]; onChoose: (chosen: readonly Colleague[]) => void };

/** Shows the colleagues with whom the user has recently shared, and finds others by a part of their name. */
export function Colleagues({ chosen, onChoose }: Props) {
  const { t } = useT();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), 200);
  const found = useQuery({ ...query(sharedMedia.colleagues, { query: { q } }), staleTime: 0, placeholderData: keepPreviousData });
  const items = found.data?.items ?? [];
  const has = ({ id }: Colleague) => chosen.some((each) => each.id === id);
  const toggle = (person: Colleague) => onChoose(has(person) ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person]);
  const describeResult = () => {
    if (!found.data || found.isFetching) return '';
    if (items.length > 0) return q === '' ? t('share.people.last') : t('class.find.count', { count: items.length });
    return t(q === '' ? 'share.people.hint' : 'share.people.none');
  };
  return (
    <fieldset className="share-classes share-people">
      <legend>{t('share.people')}</legend>
      {chosen.length > 0 && (
        <Chips
          label={t('share.people.chosen')}
          chips={chosen.map(({ id, name }) => ({ key: id, name }))}
          removeLabel={(name) => t('share.people.remove', { name })}
          onRemove={(key) => onChoose(chosen.filter(({ id }) => id !== key))}
        />
      )}
      <FindField wide label={t('share.people.find')} value={typed} maxLength={100} autoComplete="off" onType={setTyped} />
      <p className="small-print" role="status">
        {chosen.length > MAX_SHARE_RECIPIENTS ? t('share.people.most', { count: MAX_SHARE_RECIPIENTS }) : describeResult()}
      </p>
      {found.error && <p className="field-error">{t(`error.${found.error.code}`, { name: '' })}</p>}
      <ul className="class-picks">
        {items.map((person) => (
          <li key={person.id}>
            <label className="check">
              <input type="checkbox" checked={has(person)} onChange={() => toggle(person)} />
              <span>
                {person.name}
                {person.detail && <span className="small-print">{person.detail}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
