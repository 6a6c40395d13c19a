import { registration, type SchoolChoice } from '@fundus/contract/accounts/registration';
import { invitations, type OpenInvitation } from '@fundus/contract/invitations/invitations';
import { SALUTATIONS, STAFF_ROLES, type Salutation, type StaffRole } from '@fundus/contract/accounts/choices';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { School } from 'lucide-react';
import { useEffect, type SubmitEvent } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox, Field, TextField } from '../../../ui/fields/Field.tsx';
import { Link } from '../../../ui/Link.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { Bar, ShowDelayed } from '../../../ui/Skeleton.tsx';
import '../../../ui/fields/field.css';
import '../parts/accounts.css';
import { FormError } from '../parts/FormError.tsx';
import { NewPasswordField } from '../parts/NewPasswordField.tsx';
import { EmailField } from '../EmailField.tsx';
import { SchoolField } from './SchoolField.tsx';
import { TermsText } from '../parts/TermsText.tsx';
import { useAccountFields } from '../parts/use-account-fields.ts';

/** Loaded while the user fills in the form, because the schemas are as large as the page. */
const loadCheck = () => import('./check-registration.ts');

/** Error codes that do not mean that the invitation is invalid. */
const PASSING: ReadonlySet<string> = new Set(['unavailable', 'internal', 'too_many_attempts']);

const EMPTY = {
  salutation: '' as Salutation,
  vorname: '',
  name: '',
  email: '',
  school: null as SchoolChoice | null,
  /** Name of a school that is not listed, or `null` while the user searches the list. */
  school_wish: null as string | null,
  role: 'L' as StaffRole,
  borrower_code: '',
  password: '',
  terms: false,
  website: '',
};

/** Shows the registration form, or a link to it if users register elsewhere. */
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

/** Shows the registration form with the school and the personal data of the invitation filled in. */
export function InvitedForm({ id, alone = false, onSent }: { id: string; alone?: boolean; onSent: () => void }) {
  const invitation = useQuery({ ...query(invitations.show, { params: { id } }), staleTime: 0, retry: false });
  if (invitation.isPending)
    return (
      <ShowDelayed>
        <Bar width="100%" height="24rem" />
      </ShowDelayed>
    );
  const { data, error } = invitation;
  if (error && PASSING.has(error.code)) return <Failed error={error} onRetry={() => void invitation.refetch()} />;
  return <RegisterForm invited={data && data.role !== 'student' ? data : 'over'} alone={alone} onSent={onSent} />;
}

type FormProps = {
  /** Invitation of the user, or `over` if it has expired. */
  invited?: OpenInvitation | 'over';
  /** True if only invited users may register. */
  alone?: boolean;
  onSent: () => void;
};

function RegisterForm({ invited = undefined, alone = false, onSent }: FormProps) {
  const { t, locale } = useT();
  const { config } = useSession();
  const send = useCall(alone ? registration.registerInvited : registration.register);
  const by = invited === 'over' ? undefined : invited;
  /** School that the invitation fixes. An invitation to a class may be open to other schools. */
  const at = by && (by.class === null || by.own_school_only) ? by.school : null;
  const fixed = by?.kind === 'personal' ? by.email : null;
  const fields = useAccountFields(
    { ...EMPTY, ...(by && { vorname: by.vorname, name: by.name }), ...(by?.district && { role: 'P' as StaffRole }), email: fixed ?? '' },
    { named: { school: 'school_id', school_wish: 'school_id' } },
  );
  const { values, text, choice } = fields;
  useEffect(() => void loadCheck(), []);
  const submit = async () => {
    const { school, school_wish, ...rest } = values;
    const body = { ...rest, school_id: school?.id ?? null, school_wish: school_wish ?? '', language: locale, invitation: by?.id ?? '' };
    const found = (await loadCheck()).checkRegistration(body);
    fields.report(found);
    if (Object.keys(found).length > 0) return;
    send.mutate({ body }, { onSuccess: onSent, onError: fields.onRefused });
  };
  const about = { ...values, school: by?.district?.name ?? at?.name ?? values.school?.name ?? values.school_wish ?? '' };

  return (
    <form
      className="account-form"
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PageHeading title={t('register.title')} />
      <p className="account-intro">{t(by?.district ? 'register.intro.district' : 'register.intro')}</p>
      {invited && <Invited by={invited} />}
      <FormError error={send.error} />
      <SelectField
        label={t('register.salutation')}
        options={SALUTATIONS.map((value) => ({ value, label: t(`register.salutation.${value || 'none'}`) }))}
        {...choice('salutation')}
      />
      <div className="account-pair">
        <TextField label={t('register.vorname')} name="vorname" autoComplete="given-name" maxLength={60} {...text('vorname')} />
        <TextField label={t('register.name')} name="name" autoComplete="family-name" maxLength={60} {...text('name')} />
      </div>
      <EmailField
        label={t('register.email')}
        hint={t(fixed === null ? 'register.email.hint' : 'register.invited.email')}
        name="email"
        readOnly={fixed !== null}
        {...text('email')}
      />
      {by?.district ? (
        <Field label={t('register.invited.district')}>{(ids) => <input {...ids} readOnly value={by.district?.name} />}</Field>
      ) : at ? (
        <Field label={t('register.invited.at')}>
          {(ids) => <input {...ids} readOnly value={[at.name, at.city].filter(Boolean).join(', ')} />}
        </Field>
      ) : (
        <SchoolOrWish fields={fields} />
      )}
      {by?.role !== 'teacher' && !by?.district && (
        <SelectField
          label={t('register.role')}
          options={STAFF_ROLES.map((value) => ({ value, label: t(`register.role.${value}`) }))}
          {...choice('role')}
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
          {...text('borrower_code')}
        />
      )}
      <NewPasswordField label={t('register.password')} about={about} {...choice('password')} />
      <TermsField fields={fields} />
      {/* Honeypot: hidden from users, but filled in by bots. */}
      <div className="account-more" aria-hidden="true">
        <label>
          {t('contact.website')}
          <input name="website" tabIndex={-1} autoComplete="off" value={values.website} onChange={text('website').onChange} />
        </label>
      </div>
      <Button type="submit" variant="primary" wide disabled={send.isPending}>
        {t(send.isPending ? 'register.busy' : 'register.action')}
      </Button>
      <p className="small quiet account-foot">
        {!by?.district && t('register.pupils')} {t('register.known')} <Link href={href('login')}>{t('login.action')}</Link>
      </p>
    </form>
  );
}

/** Shows who sent the invitation. */
function Invited({ by }: { by: OpenInvitation | 'over' }) {
  const { t } = useT();
  if (by === 'over') return <p className="account-invited">{t('register.invited.over')}</p>;
  return (
    <p className="account-invited">
      <School />
      <span>
        {by.class
          ? t('register.invited.class', { name: by.class.name })
          : t('register.invited', { school: (by.school ?? by.district)?.name ?? '' })}{' '}
        {by.class ? t('register.invited.waits') : !by.needs_confirmation && t('register.invited.vouches')}
      </span>
    </p>
  );
}

type Fields = ReturnType<typeof useAccountFields<typeof EMPTY>>;

/** Lets the user choose a listed school or enter the name of an unlisted one. */
function SchoolOrWish({ fields: { values, set, problemAt } }: { fields: Fields }) {
  const { t } = useT();
  const error = problemAt('school');
  if (values.school_wish === null)
    return (
      <SchoolField
        value={values.school}
        error={error}
        onChange={(school) => set({ school })}
        onMissing={(typed) => set({ school: null, school_wish: typed })}
      />
    );
  return (
    <TextField
      label={t('register.wish')}
      hint={t('register.wish.hint')}
      name="school_wish"
      maxLength={160}
      value={values.school_wish}
      error={error}
      aside={
        <button type="button" className="text-link" onClick={() => set({ school_wish: null })}>
          {t('register.wish.back')}
        </button>
      }
      onChange={(event) => set({ school_wish: event.target.value })}
    />
  );
}

function TermsField({ fields: { check, problemAt } }: { fields: Fields }) {
  const { t } = useT();
  const error = problemAt('terms');
  return (
    <div className="account-terms">
      <Checkbox
        label={t('register.terms')}
        name="terms"
        aria-invalid={error ? true : undefined}
        aria-describedby="terms-error"
        {...check('terms')}
      />
      <TermsText />
      <p id="terms-error" className="field-error">
        {error}
      </p>
    </div>
  );
}
