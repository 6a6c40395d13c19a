import { fullName } from '@fundus/contract/people/full-name';
import { people, type PersonEntry } from '@fundus/contract/people/people';
import { dateLocale } from '@fundus/contract/locale';
import { schools } from '@fundus/contract/schools/schools';
import {
  Check,
  Download,
  EllipsisVertical,
  GraduationCap,
  KeyRound,
  Lock,
  LockOpen,
  LogOut,
  School,
  PencilLine,
  ShieldCheck,
  ShieldOff,
  SlidersHorizontal,
  Trash2,
  Undo2,
  X,
} from 'lucide-react';
import { address } from '../../../api/call.ts';
import { useCall } from '../../../api/query.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useDecisionUndo } from '../../../stores/use-decision-undo.ts';
import { RowCheckbox } from '../../../components/lists/SelectedRows.tsx';
import type { Selection } from '../../../components/lists/use-selection.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Menu, type MenuItem } from '../../../ui/overlays/Menu.tsx';
import { usePhone } from '../../../ui/use-width.ts';
import { showError } from '../problems.ts';
import { viewHref } from '../school-view.ts';
import '../../../components/lists/row-state.css';
import '../../../components/lists/rows.css';
import '../schools.css';

/** Action on a person that must be confirmed in a dialog. */
export type PersonStep = {
  person: PersonEntry;
  ask: 'decline' | 'block' | 'erase' | 'rename' | 'remove' | 'role' | 'capabilities' | 'school' | 'takeAdmin';
};

export const PEOPLE_READS = [people.list, people.read, schools.list];
const refreshes = { refreshes: PEOPLE_READS };

export const personEntryName = (person: PersonEntry): string => fullName(person) || person.email || person.username;

type Props = { person: PersonEntry; withSchool: boolean; selection: Selection<PersonEntry>; onStep: (step: PersonStep) => void };

export function PersonRow({ person, withSchool, selection, onStep }: Props) {
  const { t, locale } = useT();
  const phone = usePhone();
  const approve = useCall(people.approve, refreshes);
  const undo = useDecisionUndo(refreshes);
  const { can, version, id } = person;
  const name = personEntryName(person);
  const let_in = () =>
    approve.mutate(
      { params: { id }, body: { version } },
      {
        onSuccess: () =>
          showSnackbar({
            text: t('people.done.approve', { name }),
            type: 'success',
            action: undo(people.undoDecision, { params: { id } }),
          }),
        onError: showError,
      },
    );
  const month = person.last_sign_in && new Date(`${person.last_sign_in}-01T00:00:00Z`);
  return (
    <tr>
      <th scope="row">
        <RowCheckbox row={person} name={name} selection={selection} />
        {person.name && <span className="person-vorname">{person.vorname}</span>} {person.name || name}
        <span className="small-print">{person.email || person.username}</span>
        {withSchool && (
          <span className="small-print">
            {person.school ? (
              <Link href={viewHref({ id: person.school.id, tab: 'people' })}>{person.school.name}</Link>
            ) : (
              t(person.school_wish ? 'people.wishes' : 'people.noSchool', { name: person.school_wish })
            )}
          </span>
        )}
      </th>
      <td data-label={t('people.role')}>
        {rolesOf(person, t).map((role) => (
          <span key={role} className="person-role">
            {role}
          </span>
        ))}
      </td>
      <td data-label={t('people.state')}>
        <span className={`row-state row-state-${person.state}`}>{t(`people.state.${person.state}`)}</span>
        {person.state !== 'active' && (
          <span className="small-print">{t('people.since', { date: formatDate(person.state_since, 'short', locale) })}</span>
        )}
        {person.state_reason && <span className="small-print">{person.state_reason}</span>}
      </td>
      <td className="person-last" data-label={t('people.last')}>
        {month
          ? new Intl.DateTimeFormat(dateLocale(locale), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(month)
          : t('people.never')}
      </td>
      <td className="row-does">
        {can.approve && !phone && (
          <Button
            variant="line"
            icon={<Check />}
            disabled={approve.isPending}
            aria-label={t('people.approve.name', { name })}
            onClick={let_in}
          >
            {t('people.approve')}
          </Button>
        )}
        <Actions
          person={person}
          onStep={onStep}
          first={can.approve && phone && { label: t('people.approve'), icon: <Check />, onSelect: let_in }}
        />
      </td>
    </tr>
  );
}

function rolesOf(person: PersonEntry, t: Translate): string[] {
  const { role, school_admin, district_admin, capabilities } = person;
  return [
    ...(role === 'L' ? [t('role.teacher')] : role === 'P' ? [t('role.staff')] : []),
    ...(role === 'S' || (role === '' && !school_admin && !district_admin && capabilities.length === 0) ? [t('people.role.learner')] : []),
    ...(school_admin ? [t('role.schoolAdmin')] : []),
    ...(district_admin ? [t('role.districtAdmin')] : []),
    ...capabilities.map((capability) => t(`people.${capability}`)),
  ];
}

type ActionsProps = Pick<Props, 'person' | 'onStep'> & {
  /** First item of the menu, or `false`. */
  first: MenuItem | false;
};

function Actions({ person, onStep, first }: ActionsProps) {
  const { t, locale } = useT();
  const unblock = useCall(people.unblock, refreshes);
  const rights = useCall(people.rights, refreshes);
  const keep = useCall(people.keep, refreshes);
  const link = useCall(people.sendLink);
  const { can, version, id } = person;
  const name = personEntryName(person);
  const done = (key: 'unblock' | 'giveAdmin' | 'sendLink' | 'keep') => ({
    onSuccess: () => showSnackbar({ text: t(`people.done.${key}`, { name }), type: 'success' }),
    onError: showError,
  });
  const openStep = (what: PersonStep['ask']) => () => onStep({ person, ask: what });
  const items: (MenuItem | false)[] = [
    first,
    can.decline && { label: t('people.decline'), icon: <X />, onSelect: openStep('decline') },
    can.sendLink && { label: t('people.sendLink'), icon: <KeyRound />, onSelect: () => link.mutate({ params: { id } }, done('sendLink')) },
    can.giveAdmin && {
      label: t('people.giveAdmin'),
      icon: <ShieldCheck />,
      onSelect: () => rights.mutate({ params: { id }, body: { version, school_admin: true } }, done('giveAdmin')),
    },
    can.takeAdmin && { label: t('people.takeAdmin'), icon: <ShieldOff />, onSelect: openStep('takeAdmin') },
    can.setRole && { label: t('people.setRole'), icon: <GraduationCap />, onSelect: openStep('role') },
    can.setCapabilities && { label: t('people.capabilities'), icon: <SlidersHorizontal />, onSelect: openStep('capabilities') },
    can.assignSchool && { label: t('people.assignSchool'), icon: <School />, onSelect: openStep('school') },
    can.unblock && {
      label: t('people.unblock'),
      icon: <LockOpen />,
      onSelect: () => unblock.mutate({ params: { id }, body: { version } }, done('unblock')),
    },
    can.block && { label: t('people.block'), icon: <Lock />, onSelect: openStep('block') },
    can.remove && { label: t('people.remove'), icon: <LogOut />, onSelect: openStep('remove') },
  ];
  const rightsOf: (MenuItem | false)[] = [
    can.rename && { label: t('people.rename'), icon: <PencilLine />, onSelect: openStep('rename') },
    can.exportData && {
      kind: 'link',
      label: t('people.export'),
      icon: <Download />,
      href: address(people.exportData, { params: { id }, query: { lang: locale } }),
      download: true,
    },
    can.keep && {
      label: t('people.keep'),
      icon: <Undo2 />,
      onSelect: () => keep.mutate({ params: { id }, body: { version } }, done('keep')),
    },
    can.erase && { label: t('people.erase'), icon: <Trash2 />, onSelect: openStep('erase') },
  ];
  const sections = [items, rightsOf]
    .map((each) => ({ items: each.filter((item) => item !== false) }))
    .filter((each) => each.items.length > 0);
  if (sections.length === 0) return null;
  return <Menu label={t('people.actions.name', { name })} trigger={<EllipsisVertical />} sections={sections} />;
}
