import { type Licence } from '@fundus/contract/licences/licences';
import { type Candidate, licenceSeats } from '@fundus/contract/licences/seats';
import { MIN_LETTERS } from '@fundus/contract/people/rules';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { FindList } from '../../components/licences/FindList.tsx';
import { LICENCE_READS } from '../../components/licences/refreshes.ts';
import { licenceError } from '../../components/licences/words.ts';
import { ConfirmDialog } from '../../components/forms/ConfirmDialog.tsx';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import './licence-screen.css';

/** Finds people, classes or schools and assigns seats to all that the user selects. If too few seats are free, offers to assign only those. */
export function AssignSeatsDialog({ licence, onClose }: { licence: Licence; onClose: () => void }) {
  const { t } = useT();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, Candidate>>(new Map());
  const q = useDebounced(text.trim(), 200);
  const { id, remaining, owner, scope } = licence;
  const classes = owner.kind === 'school' && scope === 'volume' && licence.audience !== 'teacher';
  const found = useQuery({
    ...query(licenceSeats.candidates, { params: { id }, query: { q } }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const give = useCall(licenceSeats.assignSeats, LICENCE_READS);
  const toSchools = scope === 'school';
  const wanted = [...chosen.values()].reduce((sum, candidate) => sum + candidate.members, 0);
  const toggle = (candidate: Candidate) => {
    give.reset();
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(candidate.id)) next.set(candidate.id, candidate);
      return next;
    });
  };
  const send = (partial: boolean) =>
    give.mutate(
      { params: { id }, body: { to: [...chosen.values()].map(({ kind, id: who }) => ({ kind, id: who })), partial } },
      {
        onSuccess: ({ given, had, left_out }) => {
          onClose();
          const parts = [
            t('licence.given', { count: given }),
            had > 0 && t('licence.given.had', { count: had }),
            left_out > 0 && t('licence.given.left', { count: left_out }),
          ];
          showSnackbar({ text: parts.filter(Boolean).join(' '), type: 'success' });
        },
      },
    );
  const about = ({ about: word, members }: Candidate): string => {
    if (toSchools) return joinFacts([word, t('licence.members', { count: members })]);
    if (word === 'class' || word === 'group') return `${t(`licence.give.${word}`)} · ${t('licence.give.learners', { count: members })}`;
    if (word === 'code') return t('licence.give.code');
    return word === 'teacher' ? t('role.teacher') : word === 'learner' ? t('role.student') : word;
  };
  const tooFew = give.error?.code === 'no_seats_left' && Number(give.error.details?.free ?? 0) > 0;
  return (
    <ConfirmDialog
      title={t('licence.give.title', { title: licence.medium.fn_titel })}
      action={wanted === 0 ? t('licence.give') : t('licence.give.count', { count: wanted })}
      disabled={chosen.size === 0 || give.isPending}
      onClose={onClose}
      onAction={() => send(false)}
    >
      {remaining !== false && <p className="quiet small give-free">{t('licence.free', { count: remaining })}</p>}
      {give.error && (
        <FormProblem>
          <span>{licenceError(give.error, t)}</span>
          {tooFew && (
            <Button variant="line" disabled={give.isPending} onClick={() => send(true)}>
              {t('licence.give.asMany')}
            </Button>
          )}
        </FormProblem>
      )}
      {chosen.size > 0 && (
        <ul className="give-chosen" aria-label={t('licence.chosen.count', { count: chosen.size })}>
          {[...chosen.values()].map((candidate) => (
            <li key={candidate.id}>
              <button type="button" onClick={() => toggle(candidate)} aria-label={t('licence.give.remove', { name: candidate.name })}>
                {candidate.name}
                <X className="i-16" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <FindList
        label={t(toSchools ? 'licence.give.schools' : classes ? 'licence.give.all' : 'licence.give.people')}
        {...(licence.audience !== 'all' && !toSchools && { hint: t(`licence.only.${licence.audience}`) })}
        text={text}
        onText={setText}
        kind="many"
        none={!toSchools && q.length < MIN_LETTERS ? t('licence.give.type') : t('licence.give.none')}
        chosen={new Set(chosen.keys())}
        onToggle={(item) => {
          const candidate = chosen.get(item.key) ?? found.data?.items.find((one) => one.id === item.key);
          if (candidate) toggle(candidate);
        }}
        items={found.data?.items.map((candidate) => ({
          key: candidate.id,
          title: candidate.name,
          about: about(candidate),
          shut: candidate.has ? t('licence.give.has') : null,
        }))}
      />
    </ConfirmDialog>
  );
}
