import type { AppError } from '@fundus/contract/errors';
import { CAPABILITIES, ASSIGNABLE_ROLES, people, type Capability } from '@fundus/contract/people/people';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { ObligationNote } from '../../../components/obligations/ObligationNote.tsx';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useDecisionUndo } from '../../../stores/use-decision-undo.ts';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { personEntryName, PEOPLE_READS, type PersonStep } from './PersonRow.tsx';
import { schoolErrorText } from '../problems.ts';
import { SchoolPicker } from '../SchoolPicker.tsx';
import '../schools.css';

const refreshes = { refreshes: PEOPLE_READS };
const TITLES = {
  decline: 'people.decline',
  erase: 'people.erase',
  rename: 'people.rename',
  block: 'people.block',
  remove: 'people.remove',
  role: 'people.setRole',
  capabilities: 'people.capabilities',
  school: 'people.assignSchool',
  takeAdmin: 'people.takeAdmin',
} as const;

const ROLES = { L: 'role.teacher', P: 'role.staff', S: 'people.role.learner' } as const;

type Entered = {
  reason: string;
  school: string;
  capabilities: readonly Capability[];
  role: PersonStep['person']['role'];
  names: { vorname: string; name: string };
};

/** Returns a function that performs an action on a person with the entered values and calls `onDone` if it succeeds. */
function usePersonAct(person: PersonStep['person'], ask: PersonStep['ask'], entered: Entered, onDone: () => void) {
  const { t } = useT();
  const [problem, setProblem] = useState<AppError | null>(null);
  const decline = useCall(people.decline, refreshes);
  const undo = useDecisionUndo(refreshes);
  const block = useCall(people.block, refreshes);
  const remove = useCall(people.remove, refreshes);
  const rights = useCall(people.rights, refreshes);
  const assign = useCall(people.assignSchool, refreshes);
  const rename = useCall(people.rename, refreshes);
  const erase = useCall(people.erase, refreshes);
  const busy = [decline, block, remove, rights, assign, rename, erase].some(({ isPending }) => isPending);
  const params = { id: person.id };
  const { version } = person;

  const act = {
    decline: () => decline.mutateAsync({ params, body: { version, reason: entered.reason } }),
    erase: () => erase.mutateAsync({ params, body: { version, reason: entered.reason } }),
    rename: () => rename.mutateAsync({ params, body: { version, ...entered.names } }),
    block: () => block.mutateAsync({ params, body: { version, reason: entered.reason } }),
    remove: () => remove.mutateAsync({ params, body: { version } }),
    capabilities: () => rights.mutateAsync({ params, body: { version, capabilities: [...entered.capabilities] } }),
    role: () => rights.mutateAsync({ params, body: { version, ...(entered.role !== '' && { role: entered.role }) } }),
    takeAdmin: () => rights.mutateAsync({ params, body: { version, school_admin: false } }),
    school: () => assign.mutateAsync({ params, body: { version, school: entered.school } }),
  }[ask];

  const run = async () => {
    setProblem(null);
    try {
      await act();
      showSnackbar({
        text: t(`people.done.${ask}`, {
          name: ask === 'rename' ? `${entered.names.vorname} ${entered.names.name}` : personEntryName(person),
        }),
        type: 'success',
        ...(ask === 'decline' && { action: undo(people.undoDecision, { params }) }),
      });
      onDone();
    } catch (error) {
      setProblem(error as AppError);
    }
  };
  return { run, busy, problem };
}

/** Confirms an action on a person and asks for a reason or other values if necessary. */
export function ConfirmPersonAction({ person, ask, onClose }: PersonStep & { onClose: () => void }) {
  const { t } = useT();
  const [reason, setReason] = useState('');
  const [school, setSchool] = useState('');
  const [chosen, setChosen] = useState<readonly Capability[]>(person.capabilities);
  const [role, setRole] = useState(person.role);
  const [names, setNames] = useState({ vorname: person.vorname, name: person.name });
  const { run, busy, problem } = usePersonAct(person, ask, { reason, school, capabilities: chosen, role, names }, onClose);
  const obligations = useQuery({ ...query(people.obligations, { params: { id: person.id } }), enabled: ask === 'erase', staleTime: 0 });
  const name = personEntryName(person);
  const renamed =
    names.vorname.trim() !== '' && names.name.trim() !== '' && (names.vorname !== person.vorname || names.name !== person.name);
  const readyTo: Partial<Record<typeof ask, boolean>> = {
    decline: reason.trim() !== '',
    school: school !== '',
    role: role !== person.role,
    rename: renamed,
  };
  return (
    <ConfirmDialog
      title={t(TITLES[ask])}
      action={t(['capabilities', 'role', 'rename'].includes(ask) ? 'app.save' : TITLES[ask])}
      disabled={!(readyTo[ask] ?? true) || busy}
      onClose={onClose}
      onAction={() => void run()}
    >
      <p className="school-ask">{t(`people.ask.${ask}`, { name })}</p>
      {ask === 'erase' && <ObligationNote items={obligations.data?.items ?? []} />}
      {(ask === 'decline' || ask === 'block' || ask === 'erase') && (
        <TextArea
          label={t(ask === 'decline' ? 'people.reason' : 'people.reason.optional')}
          hint={t('people.reason.told')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {ask === 'role' && (
        <SelectField
          label={t('people.role')}
          value={role === '' ? 'S' : role}
          options={ASSIGNABLE_ROLES.map((value) => ({ value, label: t(ROLES[value]) }))}
          onChange={setRole}
        />
      )}
      {ask === 'rename' &&
        (['vorname', 'name'] as const).map((field) => (
          <TextField
            key={field}
            label={t(field === 'vorname' ? 'people.firstName' : 'people.lastName')}
            maxLength={60}
            value={names[field]}
            onChange={(event) => setNames({ ...names, [field]: event.target.value })}
          />
        ))}
      {ask === 'capabilities' &&
        CAPABILITIES.map((capability) => (
          <Checkbox
            key={capability}
            label={t(`people.${capability}`)}
            hint={t(`people.${capability}.hint`)}
            checked={chosen.includes(capability)}
            onChange={(event) => setChosen(event.target.checked ? [...chosen, capability] : chosen.filter((each) => each !== capability))}
          />
        ))}
      {ask === 'school' && <SchoolPicker label={t('people.school')} chosen={school} onChoose={({ id }) => setSchool(id)} />}
      {problem && <FormProblem>{schoolErrorText(t, problem)}</FormProblem>}
    </ConfirmDialog>
  );
}
