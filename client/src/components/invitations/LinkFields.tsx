import type { AppError } from '@fundus/contract/errors';
import { MOST_USES } from '@fundus/contract/invitations/rules';
import type { InvitationRole } from '@fundus/contract/invitations/invitations';
import { useT } from '../../i18n/translate.ts';
import { Checkbox, TextField } from '../../ui/Field.tsx';
import type { InviteValues } from './InviteDialog.tsx';
import { wordsOf } from './target.ts';
import './invitations.css';

type Props = {
  values: InviteValues;
  role: InvitationRole;
  toClass: boolean;
  problem: AppError | null;
  set: (about: Partial<InviteValues>) => void;
};

/** What only a link has: for whom it is besides, how often it holds, whether it asks first. */
export function LinkFields({ values, role, toClass, problem, set }: Props) {
  const { t } = useT();
  return (
    <>
      <div className="invite-fields">
        {!toClass && (
          <TextField
            label={t('invitations.domains')}
            hint={t('invitations.domains.hint')}
            value={values.domains}
            error={problem?.field?.startsWith('allowed_domains') ? wordsOf(t, problem) : null}
            onChange={(event) => set({ domains: event.target.value })}
          />
        )}
        <TextField
          label={t('invitations.max')}
          hint={t('invitations.max.hint')}
          type="number"
          min={1}
          max={MOST_USES}
          value={values.max}
          error={problem?.field === 'max_uses' ? wordsOf(t, problem) : null}
          onChange={(event) => set({ max: event.target.value })}
        />
      </div>
      {toClass && role === 'teacher' && (
        <Checkbox
          label={t('invitations.learnersToo.label')}
          hint={t('invitations.learnersToo.hint')}
          checked={values.learners}
          onChange={(event) => set({ learners: event.target.checked })}
        />
      )}
      <Checkbox
        label={t('invitations.confirmFirst')}
        hint={t(toClass ? 'invitations.confirmFirst.class' : 'invitations.confirmFirst.hint')}
        checked={values.confirm}
        onChange={(event) => set({ confirm: event.target.checked })}
      />
    </>
  );
}
