/** Shows the fields of an invitation: recipient, role, expiry and message. */
import { MAX_USES } from '@fundus/contract/invitations/rules';
import type { InvitationRole } from '@fundus/contract/invitations/invitations';
import { CAPABILITIES } from '@fundus/contract/people/rules';
import { DateField } from '../forms/DateField.tsx';
import { useT } from '../../i18n/translate.ts';
import { Checkbox, PasswordField, TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import type { useFields } from '../forms/use-fields.ts';
import type { InviteKind, InviteValues } from './invite-values.ts';
import './invitations.css';

type Fields = Pick<ReturnType<typeof useFields<InviteValues>>, 'values' | 'set' | 'text' | 'check'>;
type Props = {
  kind: InviteKind;
  fields: Fields;
  roles: readonly InvitationRole[];
  role: InvitationRole;
  toClass: boolean;
  needsPassword: boolean;
};

export function InviteFields({ kind, fields, roles, role, toClass, needsPassword }: Props) {
  const { t } = useT();
  const { values, set, text, check } = fields;
  return (
    <>
      {kind === 'personal' && (
        <>
          <TextField label={t('schools.field.email')} type="email" maxLength={254} {...text('email')} />
          <div className="invite-fields" data-fields>
            <TextField label={t('people.import.field.vorname')} maxLength={60} {...text('vorname')} />
            <TextField label={t('people.import.field.name')} maxLength={60} {...text('name')} />
          </div>
        </>
      )}
      {kind === 'many' && (
        <TextArea
          label={t('invitations.lines')}
          hint={t(role === 'staff' ? 'invitations.lines.hint.staff' : 'invitations.lines.hint')}
          rows={6}
          spellCheck={false}
          {...text('lines')}
        />
      )}
      <div className="invite-fields" data-fields>
        <SelectField
          label={t('invitations.role')}
          value={role}
          options={roles.map((value) => ({ value, label: t(`invitations.role.${value}`) }))}
          onChange={(next) => set({ role: next })}
        />
        <DateField
          label={t('invitations.expires')}
          hint={t(kind === 'link' ? 'invitations.expires.link' : 'invitations.expires.personal')}
          {...text('expires_on')}
        />
      </div>
      {role === 'staff' && (
        <fieldset className="invite-rights">
          <legend>{t('people.capabilities')}</legend>
          {CAPABILITIES.map((capability) => (
            <Checkbox
              key={capability}
              label={t(`people.${capability}`)}
              hint={t(`people.${capability}.hint`)}
              checked={values.capabilities.includes(capability)}
              onChange={(event) =>
                set({
                  capabilities: event.target.checked
                    ? [...values.capabilities, capability]
                    : values.capabilities.filter((each) => each !== capability),
                })
              }
            />
          ))}
          {values.capabilities.length === 0 && <p className="small-print">{t('invitations.staff.none')}</p>}
        </fieldset>
      )}
      {needsPassword && (
        <PasswordField
          label={t('invitations.password')}
          hint={t('invitations.password.hint')}
          showLabel={t('login.password.show')}
          {...text('password')}
        />
      )}
      {kind === 'link' && <LinkFields fields={fields} role={role} toClass={toClass} />}
      {toClass && role === 'teacher' && (
        <Checkbox label={t('invitations.ownSchool')} hint={t('invitations.ownSchool.hint')} {...check('own_school_only')} />
      )}
      <TextArea label={t('invitations.message')} maxLength={500} {...text('message')} />
    </>
  );
}

/** Shows the fields of an invitation link: audience, number of uses and approval. */
function LinkFields({ fields: { text, check }, role, toClass }: { fields: Fields; role: InvitationRole; toClass: boolean }) {
  const { t } = useT();
  return (
    <>
      <div className="invite-fields" data-fields>
        {!toClass && <TextField label={t('invitations.domains')} hint={t('invitations.domains.hint')} {...text('allowed_domains')} />}
        <TextField
          label={t('invitations.max')}
          hint={t('invitations.max.hint')}
          type="number"
          min={1}
          max={MAX_USES}
          {...text('max_uses')}
        />
      </div>
      {toClass && role === 'teacher' && (
        <Checkbox label={t('invitations.learnersToo.label')} hint={t('invitations.learnersToo.hint')} {...check('students_allowed')} />
      )}
      <Checkbox
        label={t('invitations.confirmFirst')}
        hint={t(toClass ? 'invitations.confirmFirst.class' : 'invitations.confirmFirst.hint')}
        {...check('needs_confirmation')}
      />
    </>
  );
}
