import { registration, type SchoolChoice } from '@fundus/contract/accounts/registration';
import { invitations, type OpenInvitation } from '@fundus/contract/invitations/invitations';
import { Registration, SALUTATIONS, STAFF_ROLES } from '@fundus/contract/accounts/forms';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { School } from 'lucide-react';
import { useEffect, useState, type SubmitEvent } from 'react';
import { query, useCall } from '../../api/query.ts';
import { Failed } from '../../components/page/Failed.tsx';
import { problemsOf } from '../../components/forms/form-problems.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useProblems } from '../../components/forms/use-problems.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox, Field, TextField } from '../../ui/Field.tsx';
import { Link } from '../../ui/Link.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import '../../ui/field.css';
import './accounts.css';
import { FormError } from './FormError.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { ruleText } from './rule-text.ts';
import { SchoolField } from './SchoolField.tsx';
import { TermsText } from './TermsText.tsx';

/** These say nothing of the invitation: it may still hold. */
const PASSING: ReadonlySet<string> = new Set(['unavailable', 'internal', 'too_many_attempts']);

const EMPTY = {
  salutation: '' as (typeof SALUTATIONS)[number],
  vorname: '',
  name: '',
  email: '',
  school: null as SchoolChoice | null,
  /** The name of a school that is not on the list; null while the list is asked. */
  school_wish: null as string | null,
  role: 'L' as (typeof STAFF_ROLES)[number],
  borrower_code: '',
  password: '',
  terms: false,
  website: '',
};

/** Registering; where people register elsewhere, they are sent there. */
export function Screen({ search, go }: ScreenProps<'register'>) {
  const { t } = useT();
  const { config } = useSession();
  const elsewhere = config.AllowRegister ? '' : config.RegisterURL;
  useEffect(() => {
    if (elsewhere) location.replace(elsewhere);
  }, [elsewhere]);
  const sent = () => go(href('register-success'));
  const invitation = new URLSearchParams(search).get('invitation') ?? '';
  if (!elsewhere && invitation) return <InvitedForm id={invitation} onSent={sent} />;
  if (!elsewhere) return <RegisterForm onSent={sent} />;
  return (
    <div className="account-form">
      <PageHeading title={t('register.title')} />
      <p>{t('register.elsewhere')}</p>
      <p>
        <a href={elsewhere}>{elsewhere}</a>
      </p>
    </div>
  );
}

/** Whoever comes from an invitation finds the school, and what the invitation says of them, filled in. */
function InvitedForm({ id, onSent }: { id: string; onSent: () => void }) {
  const invitation = useQuery({ ...query(invitations.show, { params: { id } }), staleTime: 0, retry: false });
  if (invitation.isPending)
    return (
      <Late>
        <Bar width="100%" height="24rem" />
      </Late>
    );
  const { data, error } = invitation;
  if (error && PASSING.has(error.code)) return <Failed error={error} onRetry={() => void invitation.refetch()} />;
  return <RegisterForm invited={data && data.role !== 'student' ? data : 'over'} onSent={onSent} />;
}

type FormProps = {
  /** What the invitation says; `over` when it does not hold any more. */
  invited?: OpenInvitation | 'over';
  onSent: () => void;
};

function RegisterForm({ invited = undefined, onSent }: FormProps) {
  const { t, locale } = useT();
  const { config } = useSession();
  const send = useCall(registration.register);
  const by = invited === 'over' ? undefined : invited;
  /** The school the invitation says is theirs; one to a class may be open to others. */
  const at = by && (by.class === null || by.own_school_only) ? by.school : null;
  const fixed = by?.kind === 'personal' ? by.email : null;
  const [values, setValues] = useState({ ...EMPTY, ...(by && { vorname: by.vorname, name: by.name }), email: fixed ?? '' });
  const [problems, setProblems] = useProblems();

  const set = (change: Partial<typeof EMPTY>) => {
    setValues({ ...values, ...change });
    const changed = Object.keys(change).map((field) => (field.startsWith('school') ? 'school_id' : field));
    setProblems((known) => Object.fromEntries(Object.entries(known).filter(([field]) => !changed.includes(field))));
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { school, school_wish, ...rest } = values;
    const body = { ...rest, school_id: school?.id ?? null, school_wish: school_wish ?? '', language: locale, invitation: by?.id ?? '' };
    const found = problemsOf(Registration.safeParse(body).error?.issues);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    send.mutate({ body }, { onSuccess: onSent, onError: (error) => setProblems(problemsOf(error.details?.problems)) });
  };
  const error = (field: string) => ruleText(t, field, problems[field]);
  const about = { ...values, school: at?.name ?? values.school?.name ?? values.school_wish ?? '' };

  return (
    <form className="account-form" onSubmit={submit} noValidate>
      <PageHeading title={t('register.title')} />
      <p className="account-intro">{t('register.intro')}</p>
      {by && (
        <p className="account-invited">
          <School />
          <span>
            {by.class ? t('register.invited.class', { name: by.class.name }) : t('register.invited', { school: by.school.name })}{' '}
            {by.class ? t('register.invited.waits') : !by.needs_confirmation && t('register.invited.vouches')}
          </span>
        </p>
      )}
      {invited === 'over' && <p className="account-invited">{t('register.invited.over')}</p>}
      <FormError error={send.error} />
      <SelectField
        label={t('register.salutation')}
        value={values.salutation}
        options={SALUTATIONS.map((value) => ({ value, label: t(`register.salutation.${value || 'none'}`) }))}
        onChange={(salutation) => set({ salutation })}
      />
      <div className="account-pair">
        <TextField
          label={t('register.vorname')}
          name="vorname"
          autoComplete="given-name"
          maxLength={60}
          value={values.vorname}
          error={error('vorname')}
          onChange={(event) => set({ vorname: event.target.value })}
        />
        <TextField
          label={t('register.name')}
          name="name"
          autoComplete="family-name"
          maxLength={60}
          value={values.name}
          error={error('name')}
          onChange={(event) => set({ name: event.target.value })}
        />
      </div>
      <TextField
        label={t('register.email')}
        hint={t(fixed === null ? 'register.email.hint' : 'register.invited.email')}
        name="email"
        readOnly={fixed !== null}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={values.email}
        error={error('email')}
        onChange={(event) => set({ email: event.target.value })}
      />
      {at ? (
        <Field label={t('register.invited.at')}>
          {(ids) => <input {...ids} readOnly value={[at.name, at.city].filter(Boolean).join(', ')} />}
        </Field>
      ) : values.school_wish === null ? (
        <SchoolField
          value={values.school}
          error={error('school_id')}
          onChange={(school) => set({ school })}
          onMissing={(typed) => set({ school: null, school_wish: typed })}
        />
      ) : (
        <TextField
          label={t('register.wish')}
          hint={t('register.wish.hint')}
          name="school_wish"
          maxLength={160}
          value={values.school_wish}
          error={error('school_id')}
          aside={
            <button type="button" className="text-link" onClick={() => set({ school_wish: null })}>
              {t('register.wish.back')}
            </button>
          }
          onChange={(event) => set({ school_wish: event.target.value })}
        />
      )}
      {by?.role !== 'teacher' && (
        <SelectField
          label={t('register.role')}
          value={values.role}
          options={STAFF_ROLES.map((value) => ({ value, label: t(`register.role.${value}`) }))}
          onChange={(role) => set({ role })}
        />
      )}
      {config.LoginEntleiherCode && (
        <TextField
          label={t('register.borrowerCode')}
          hint={t('register.borrowerCode.hint')}
          name="borrower_code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          value={values.borrower_code}
          error={error('borrower_code')}
          onChange={(event) => set({ borrower_code: event.target.value })}
        />
      )}
      <NewPasswordField
        label={t('register.password')}
        value={values.password}
        about={about}
        error={error('password')}
        onChange={(password) => set({ password })}
      />
      <div className="account-terms">
        <Checkbox
          label={t('register.terms')}
          name="terms"
          checked={values.terms}
          aria-invalid={problems.terms ? true : undefined}
          aria-describedby="terms-error"
          onChange={(event) => set({ terms: event.target.checked })}
        />
        <TermsText />
        <p id="terms-error" className="field-error">
          {error('terms')}
        </p>
      </div>
      {/* No person meets this field, by eye, ear or key; a machine fills in whatever it finds. */}
      <div className="account-more" aria-hidden="true">
        <label>
          {t('contact.website')}
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={values.website}
            onChange={(event) => set({ website: event.target.value })}
          />
        </label>
      </div>
      <Button type="submit" variant="primary" wide disabled={send.isPending}>
        {t(send.isPending ? 'register.busy' : 'register.action')}
      </Button>
      <p className="small quiet account-foot">
        {t('register.pupils')} {t('register.known')} <Link href={href('login')}>{t('login.action')}</Link>
      </p>
    </form>
  );
}
