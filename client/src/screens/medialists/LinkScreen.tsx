import type { AppError } from '@fundus/contract/errors';
import { LINK_CODE_LENGTH } from '@fundus/contract/medialists/rules';
import { medialistLinks } from '@fundus/contract/medialists/links';
import { normalizeCode } from '@fundus/contract/licences/rules';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { Link2Off, LockKeyhole } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { query, useCall } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField, TextField } from '../../ui/fields/Field.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { LinkedPage } from './LinkedPage.tsx';
import './medialists.css';

const OPENED = { refreshes: [medialistLinks.linked] };

/** Shows a list that was opened by a link or a code (docs/behaviour/medialists.md#links). */
export function Screen({ params: { token }, search, go }: ScreenProps<'link'>) {
  const list = useQuery({ ...query(medialistLinks.linked), enabled: token === undefined, retry: false, staleTime: 0 });
  if (token !== undefined) return <Opening key={token} token={token} onOpened={() => go(href('link', {}), { replace: true })} />;
  if (list.data && list.error?.code !== 'wrong_credentials')
    return <LinkedPage list={list.data} search={search} reread={() => void list.refetch()} />;
  if (list.error?.code === 'wrong_credentials') return <TypeCode onOpened={() => void list.refetch()} />;
  return <Page>{list.error ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : <Waiting />}</Page>;
}

function Page({ title, children }: { title?: string; children: ReactNode }) {
  const { t } = useT();
  return (
    <div className="wrap list-page">
      <PageHeading title={title ?? t('list.linked.title')} />
      {children}
    </div>
  );
}

const Waiting = () => (
  <ShowDelayed>
    <Bar width="100%" height="12rem" />
  </ShowDelayed>
);

/** Opens the list of a link from an email or QR code. */
function Opening({ token, onOpened }: { token: string; onOpened: () => void }) {
  const { t } = useT();
  const open = useCall(medialistLinks.openLink, OPENED);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    open.mutate({ body: { code: token } }, { onSuccess: onOpened });
  });
  if (needsPassword(open.error)) return <AskPassword code={token} error={open.error} onOpened={onOpened} />;
  const problem = open.error && closedReasonText(t, open.error);
  if (problem)
    return (
      <Page title={problem.title}>
        <EmptyState icon={<Link2Off />} title={problem.title}>
          <p>{problem.text}</p>
        </EmptyState>
      </Page>
    );
  return (
    <Page>
      {open.error ? (
        <Failed error={open.error} onRetry={() => open.mutate({ body: { code: token } }, { onSuccess: onOpened })} />
      ) : (
        <Waiting />
      )}
    </Page>
  );
}

const needsPassword = (error: AppError | null): boolean => error?.code === 'forbidden' && error.field === 'password';

/** Returns why a link is closed, without revealing the title of the list. Returns `null` for other errors. */
function closedReasonText(t: Translate, { code, details }: AppError): { title: string; text: string } | null {
  const school = typeof details?.school === 'string' ? details.school : '';
  if (code === 'expired' || code === 'revoked') return { title: t(`list.linked.${code}`), text: t('list.linked.over.hint', { school }) };
  return code === 'wrong_credentials' ? { title: t('list.linked.wrong'), text: t('list.linked.wrong.hint') } : null;
}

type AskProps = { code: string; error: AppError | null; onOpened: () => void };

function AskPassword({ code, error: before, onOpened }: AskProps) {
  const { t } = useT();
  const open = useCall(medialistLinks.openLink, OPENED);
  const [password, setPassword] = useState('');
  const error = open.error ?? before;
  const wrong = error?.details?.reason === 'wrong_password';
  return (
    <Page title={t('list.linked.password.title')}>
      <form
        className="list-link-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (password) open.mutate({ body: { code, password } }, { onSuccess: onOpened });
        }}
      >
        <p>{t('list.linked.password.hint')}</p>
        {error && !needsPassword(error) && <FormProblem>{formatError(t, error)}</FormProblem>}
        <PasswordField
          label={t('list.linked.password')}
          showLabel={t('login.password.show')}
          autoComplete="off"
          value={password}
          error={wrong && !open.isPending ? t('list.linked.password.wrong') : null}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" variant="primary" icon={<LockKeyhole />} disabled={open.isPending || password === ''}>
          {t('list.linked.open')}
        </Button>
      </form>
    </Page>
  );
}

/** Shows a form for the code of a list. */
function TypeCode({ onOpened }: { onOpened: () => void }) {
  const { t } = useT();
  const open = useCall(medialistLinks.openLink, OPENED);
  const [code, setCode] = useState('');
  const [short, setShort] = useState(false);
  if (needsPassword(open.error)) return <AskPassword code={code} error={open.error} onOpened={onOpened} />;
  return (
    <Page>
      <form
        className="list-link-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (normalizeCode(code).length !== LINK_CODE_LENGTH) return setShort(true);
          open.mutate({ body: { code } }, { onSuccess: onOpened });
        }}
      >
        <p>{t('list.linked.code.hint')}</p>
        {open.error && <FormProblem>{formatError(t, open.error)}</FormProblem>}
        <TextField
          label={t('list.linked.code')}
          className="list-link-typed"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          value={code}
          error={short ? t('list.linked.code.length', { count: LINK_CODE_LENGTH }) : null}
          onChange={(event) => {
            setShort(false);
            setCode(event.target.value);
          }}
        />
        <Button type="submit" variant="primary" disabled={open.isPending}>
          {t('list.linked.open')}
        </Button>
      </form>
    </Page>
  );
}

function formatError(t: Translate, error: AppError): string {
  const closed = closedReasonText(t, error);
  return closed ? `${closed.title}. ${closed.text}` : t(`error.${error.code}`, { name: '' });
}
