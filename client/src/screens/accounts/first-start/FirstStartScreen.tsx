import { firstStart, type FirstStartState } from '@fundus/contract/first-start/first-start';
import type { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { LockKeyhole } from 'lucide-react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useCall } from '../../../api/query.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { useMailToken } from '../parts/mail-link.ts';
import { formProblem } from '../parts/rule-text.ts';
import { loadFromServer } from './reload.ts';
import '../parts/accounts.css';
import './first-start.css';

/** Loaded after the token was accepted. */
const FirstStartSteps = loadLater(async () => (await import('./FirstStartSteps.tsx')).FirstStartSteps);

/**
 * Shows the setup of a portal that has no district yet. The user opens it with the token that the server prints when it starts
 * (docs/behaviour/first-start.md).
 */
export function Screen(_: ScreenProps<'first-start'>) {
  const { config } = useSession();
  const [over, setOver] = useState(!config.first_start);
  const [closed, setClosed] = useState(false);
  const [opened, setOpened] = useState<{ token: string; state: FirstStartState } | null>(null);
  if (over) return <IsSetUp />;
  if (!opened) return <TokenForm closed={closed} onOpen={(token, state) => setOpened({ token, state })} onOver={() => setOver(true)} />;
  return (
    <FirstStartSteps
      {...opened}
      onClosed={() => {
        setClosed(true);
        setOpened(null);
      }}
      onOver={() => setOver(true)}
    />
  );
}

/** Shows that the setup has already been completed, for example in another browser. */
function IsSetUp() {
  const { t } = useT();
  return (
    <div className="account-form">
      <PageHeading title={t('firstStart.done.title')} />
      <p className="account-intro">{t('firstStart.done.text')}</p>
      <Button variant="primary" onClick={() => loadFromServer(href('login'))}>
        {t('firstStart.done.signIn')}
      </Button>
    </div>
  );
}

const problemOf = (t: Translate, error: AppError | null): string | null =>
  error?.code === 'invalid_link' ? t('firstStart.token.wrong') : formProblem(t, error);

type TokenProps = {
  /** True if the token has expired since the page was opened. */
  closed: boolean;
  onOpen: (token: string, state: FirstStartState) => void;
  onOver: () => void;
};

function TokenForm({ closed, onOpen, onOver }: TokenProps) {
  const { t } = useT();
  const fragment = useMailToken();
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const open = useCall(firstStart.open);
  const tried = useRef('');
  const send = (token: string) =>
    open.mutate(
      { body: { token } },
      { onSuccess: (state) => onOpen(token, state), onError: (error) => error.code === 'revoked' && onOver() },
    );
  useEffect(() => {
    // Sends the token of an address only once, because the page re-renders while the request is pending.
    if (fragment === '' || tried.current === fragment) return;
    tried.current = fragment;
    send(fragment);
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The user may have pasted the whole address instead of the token.
    const token = typed.trim().split('#').at(-1) ?? '';
    setMissing(token === '');
    if (token !== '') send(token);
  };
  return (
    <form className="account-form" onSubmit={submit} noValidate>
      <PageHeading title={t('firstStart.title')} />
      <p className="account-intro">{t('firstStart.token.text')}</p>
      <FormProblem>{problemOf(t, open.error) ?? (closed && t('firstStart.token.expired'))}</FormProblem>
      <TextField
        label={t('firstStart.token')}
        hint={t('firstStart.token.hint')}
        name="token"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={300}
        value={typed}
        error={missing ? t('firstStart.token.required') : null}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="primary" wide icon={<LockKeyhole />} disabled={open.isPending}>
        {t('firstStart.token.open')}
      </Button>
    </form>
  );
}
