import type { Class } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { useQuery } from '@tanstack/react-query';
import { keyOf } from '../../../api/query.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { readAllLearners } from '../../classes/all-learners.ts';
import type { AssignmentValues } from './form-values.ts';
import '../../../ui/fields/field.css';
import '../../classes/class-forms.css';
import './assignment-form.css';

type To = AssignmentValues['to'];
type Props = { cls: Class; to: To; set: (to: To) => void; problem: string | null };

/** Shows the fields that select who gets an assignment: the whole class, or groups and learners. */
export function TargetField({ cls, to, set, problem }: Props) {
  const { t, locale } = useT();
  const { groups, members, whole } = to;
  const all = useQuery({
    queryKey: [...keyOf(classMembers.members), 'all', cls.id],
    queryFn: () => readAllLearners(cls.id),
    staleTime: 0,
    enabled: !whole,
  });
  const learners = (all.data ?? []).filter(({ state }) => state === 'active' || state === 'suspended');
  const toggle = (list: readonly string[], id: string) => (list.includes(id) ? list.filter((one) => one !== id) : [...list, id]);
  const way = (is: boolean, label: string, hint?: string) => (
    <label className="check">
      <input
        type="radio"
        name="to"
        checked={whole === is}
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- the form leads to what bears it
        aria-invalid={(problem !== null && !is) || undefined}
        onChange={() => set({ ...to, whole: is })}
      />
      <span>
        {label}
        {hint && <span className="small-print">{hint}</span>}
      </span>
    </label>
  );
  const pick = (id: string, label: string, list: readonly string[], onChange: (next: readonly string[]) => void) => (
    <li key={id}>
      <label className="check">
        <input type="checkbox" checked={list.includes(id)} onChange={() => onChange(toggle(list, id))} />
        <span>{label}</span>
      </label>
    </li>
  );
  return (
    <fieldset>
      <legend>{t('assignment.section.who')}</legend>
      {way(true, t('assignment.to.class'), t('classes.learners', { count: cls.learners, number: formatNumber(cls.learners, locale) }))}
      {way(false, t('assignment.to.some'))}
      {problem && <p className="field-error">{problem}</p>}
      {!whole && (
        <ul className="class-picks assignment-to" aria-label={t('assignment.to.some')}>
          {cls.groups.map(({ id, name, members: of }) =>
            pick(id, t('list.release.group', { name, count: of.length }), groups, (next) => set({ ...to, groups: next })),
          )}
          {learners.map(({ id, name }) => pick(id, name, members, (next) => set({ ...to, members: next })))}
          {all.data && learners.length === 0 && <li className="quiet small">{t('class.learners.none')}</li>}
        </ul>
      )}
    </fieldset>
  );
}
