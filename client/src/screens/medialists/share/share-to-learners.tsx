import { classMembers } from '@fundus/contract/classes/members';
import { classes, type ClassLine } from '@fundus/contract/classes/classes';
import { today } from '@fundus/contract/days';
import type { Medialist } from '@fundus/contract/medialists/medialists';
import { medialistSharing, type Release } from '@fundus/contract/medialists/sharing';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Users } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { queryAll } from '../../../api/read-all.ts';
import { areDaysValid } from '../../../components/classes/TermsFields.tsx';
import { useClassLines } from '../../../components/classes/use-class-lines.ts';
import { SHARING_READS } from '../../../components/medialists/reads.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { FindField } from '../../../ui/fields/FindField.tsx';
import { Bar, ShowDelayed } from '../../../ui/Skeleton.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import '../../../ui/fields/field.css';
import {
  bodyOfTerms,
  EmptyListNote,
  ExistingRelease,
  NO_RELEASE_TERMS,
  ReleaseTermsFields,
  releasedMessage,
  useRunningReleases,
} from './release-terms.tsx';
import type { ListTarget } from './list-target.ts';
import '../medialists.css';

/** Minimum number of classes for which a search field is shown. */
const MANY = 8;

type Target = { kind: 'classes' | 'groups' | 'learners'; id: string; name: string };

/** Releases a list to classes, groups or individual learners. */
export function useShareToLearners(list: Medialist, onClose: () => void): ListTarget {
  const { t } = useT();
  const [targets, setTargets] = useState<readonly Target[]>([]);
  const [terms, setTerms] = useState(NO_RELEASE_TERMS);
  const [words, setWords] = useState('');
  const q = useDebounced(words.trim(), 200);
  const { lines, loaded, failed, refetch } = useClassLines(q);
  const running = useRunningReleases(list);
  const release = useCall(medialistSharing.release, SHARING_READS);
  const has = (one: Target) => targets.some(({ kind, id }) => kind === one.kind && id === one.id);
  const toggle = (one: Target) =>
    setTargets(has(one) ? targets.filter(({ kind, id }) => kind !== one.kind || id !== one.id) : [...targets, one]);
  const idsOf = (wanted: Target['kind']) => targets.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  const found = lines.filter(
    ({ id, name }) => targets.some((one) => one.id === id) || name.toLocaleLowerCase().includes(q.toLocaleLowerCase()),
  );
  return {
    ready: list.contents.length > 0 && targets.length > 0 && areDaysValid(terms, today(new Date())),
    pending: release.isPending,
    error: release.error,
    send: (done) =>
      release.mutate(
        {
          params: { id: list.id },
          body: { classes: idsOf('classes'), groups: idsOf('groups'), learners: idsOf('learners'), ...bodyOfTerms(terms) },
        },
        { onSuccess: ({ unlicensed }) => done(releasedMessage(t, list, targets.map(({ name }) => name).join(', '), unlicensed)) },
      ),
    fields: (
      <>
        <EmptyListNote list={list} />
        {!loaded &&
          (failed ? (
            <Failed error={failed} onRetry={refetch} />
          ) : (
            <ShowDelayed>
              <Bar width="100%" height="8rem" />
            </ShowDelayed>
          ))}
        {loaded && lines.length === 0 && q === '' && (
          <EmptyState icon={<Users />} title={t('share.none')} heading={(title) => <h3>{title}</h3>}>
            <p>{t('list.release.none.hint')}</p>
            <ButtonLink variant="line" href={href('classes')} onClick={onClose}>
              {t('class.toList')}
            </ButtonLink>
          </EmptyState>
        )}
        {loaded && (lines.length > 0 || q !== '') && (
          <fieldset className="list-targets">
            <legend>{t('share.classes')}</legend>
            {(lines.length > MANY || words !== '') && (
              <FindField wide label={t('share.find')} value={words} maxLength={60} onType={setWords} />
            )}
            <ul>
              {found.map((line) => (
                <ClassTarget
                  key={line.id}
                  line={line}
                  has={has}
                  toggle={toggle}
                  releases={running.filter((one) => one.class?.id === line.id)}
                />
              ))}
              {found.length === 0 && <li className="quiet small">{t('share.found.none')}</li>}
            </ul>
          </fieldset>
        )}
        {lines.length > 0 && <ReleaseTermsFields values={terms} set={setTerms} />}
      </>
    ),
  };
}

type ClassProps = { line: ClassLine; has: (one: Target) => boolean; toggle: (one: Target) => void; releases: readonly Release[] };

function ClassTarget({ line, has, toggle, releases }: ClassProps) {
  const { t, locale } = useT();
  const [open, setOpen] = useState(false);
  const whole: Target = { kind: 'classes', id: line.id, name: line.name };
  const had = releases.find(({ target }) => target === 'class');
  return (
    <li>
      <div className="list-target">
        <label className="check">
          <input type="checkbox" checked={has(whole)} onChange={() => toggle(whole)} />
          <span>
            {line.name}
            <span className="small-print">
              {t('classes.learners', { count: line.learners, number: formatNumber(line.learners, locale) })}
              {had && (
                <>
                  {' · '}
                  <ExistingRelease release={had} />
                </>
              )}
            </span>
          </span>
        </label>
        <Button
          icon={open ? <ChevronUp /> : <ChevronDown />}
          aria-expanded={open}
          aria-label={t('list.release.parts.of', { name: line.name })}
          onClick={() => setOpen(!open)}
        >
          <span className="only-wide">{t('list.release.parts')}</span>
        </Button>
      </div>
      {open && <ClassParts line={line} has={has} toggle={toggle} releases={releases} all={has(whole)} />}
    </li>
  );
}

/** Shows the groups and learners of a class, unless the whole class is selected. */
function ClassParts({ line, has, toggle, releases, all }: ClassProps & { all: boolean }) {
  const { t } = useT();
  const cls = useQuery({ ...query(classes.read, { params: { id: line.id } }), staleTime: 0 });
  const members = useQuery({ ...queryAll(classMembers.members, { params: { id: line.id }, query: {} }), staleTime: 0 });
  const learners = (members.data?.items ?? []).filter(({ state }) => state === 'active');
  const error = cls.error ?? members.error;
  if (error) return <p className="field-error">{t(`error.${error.code}`, { name: '' })}</p>;
  if (!cls.data || !members.data)
    return (
      <ShowDelayed>
        <Bar width="100%" height="4rem" />
      </ShowDelayed>
    );
  if (cls.data.groups.length === 0 && learners.length === 0)
    return <p className="quiet small list-target-parts">{t('list.release.parts.none')}</p>;
  const part = (target: Target, label: string) => {
    const had = releases.find(({ target_id }) => target_id === target.id);
    return (
      <li key={target.id}>
        <label className="check">
          <input type="checkbox" checked={all || has(target)} disabled={all} onChange={() => toggle(target)} />
          <span>
            {label}
            {had && (
              <span className="small-print">
                <ExistingRelease release={had} />
              </span>
            )}
          </span>
        </label>
      </li>
    );
  };
  return (
    <ul className="list-target-parts" aria-label={t('list.release.parts.of', { name: line.name })}>
      {cls.data.groups.map(({ id, name, members: of }) =>
        part({ kind: 'groups', id, name: `${line.name} · ${name}` }, t('list.release.group', { name, count: of.length })),
      )}
      {learners.map(({ id, name }) => part({ kind: 'learners', id, name: `${line.name} · ${name}` }, name))}
    </ul>
  );
}
