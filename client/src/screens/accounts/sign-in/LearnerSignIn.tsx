import { LEARNER_CODE_LENGTH, PICTURES_IN_A_ROW, type Picture } from '@fundus/contract/classes/rules';
import type { User } from '@fundus/contract/accounts/accounts';
import type { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { learnerSession } from '@fundus/contract/classes/learner-session';
import { normalizeCode } from '@fundus/contract/licences/rules';
import type { MessageKey } from '@fundus/contract/messages';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/query.ts';
import { PicturePad } from './PicturePad.tsx';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { groupCode, type CardLink } from './card-link.ts';
import { waitText } from '../parts/rule-text.ts';
import './login-screen.css';

type Props = {
  /** Code or class from the link on a card. */
  link: CardLink;
  /** True if the sign-in is shown over a page whose input must not be lost, so that it contains no links to other pages. */
  inDialog?: boolean;
  onUser: (user: User) => void;
};

/** Shows the sign-in for learners without an account, with a code or with three pictures if the class uses them. */
export function LearnerSignIn({ link, inDialog = false, onUser }: Props) {
  const { t } = useT();
  const [pictures, setPictures] = useState(link.joinCode !== '');
  return (
    <div className="learner-sign-in">
      {pictures ? <ByPictures joinCode={link.joinCode} onUser={onUser} /> : <ByCode code={link.code} inDialog={inDialog} onUser={onUser} />}
      <Button className="learner-other" variant="line" wide onClick={() => setPictures(!pictures)}>
        {t(pictures ? 'login.code.back' : 'login.pictures.with')}
      </Button>
    </div>
  );
}

function ByCode({ code: scanned, inDialog, onUser }: { code: string; inDialog: boolean; onUser: (user: User) => void }) {
  const { t } = useT();
  const signIn = useCall(learnerSession.byCode);
  const [code, setCode] = useState(groupCode(scanned));
  const [short, setShort] = useState<string | null>(null);
  const field = useRef<HTMLFormElement>(null);
  // After scanning a card, the user only needs to press the button.
  useEffect(() => {
    field.current?.querySelector<HTMLElement>(scanned ? '[type=submit]' : 'input')?.focus();
  }, [scanned]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { length } = normalizeCode(code);
    if (length !== LEARNER_CODE_LENGTH) {
      setShort(length === 0 ? t('login.code.missing') : t('login.code.length', { length }));
      field.current?.querySelector('input')?.focus();
      return;
    }
    signIn.mutate({ body: { code } }, { onSuccess: onUser });
  };
  return (
    <form ref={field} onSubmit={submit} noValidate>
      <ChildError error={signIn.error} otherwise="login.code.wrong" />
      <TextField
        label={t('login.code.label')}
        hint={t('login.code.hint')}
        name="code"
        className="code-input"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={code}
        error={short}
        onChange={(event) => {
          setShort(null);
          setCode(groupCode(event.target.value));
        }}
      />
      <Button type="submit" variant="primary" wide disabled={signIn.isPending}>
        {t(signIn.isPending ? 'login.busy' : 'login.action')}
      </Button>
      {!inDialog && (
        <ButtonLink wide wrap href={href('link', {})}>
          {t('login.code.list')}
        </ButtonLink>
      )}
    </form>
  );
}

type Found = { joinCode: string; name: string; school: string };

function ByPictures({ joinCode, onUser }: { joinCode: string; onUser: (user: User) => void }) {
  const [found, setFound] = useState<Found | null>(null);
  return found ? <PicturePassword of={found} onUser={onUser} /> : <FindClass joinCode={joinCode} onFound={setFound} />;
}

/** Asks for the code of the class before showing the pictures. */
function FindClass({ joinCode, onFound }: { joinCode: string; onFound: (found: Found) => void }) {
  const { t } = useT();
  const [code, setCode] = useState(joinCode);
  const [error, setError] = useState<AppError | null>(null);
  /** True while the class from the link is being loaded. */
  const looking = joinCode !== '' && error === null;
  const find = (wanted: string): void => {
    setError(null);
    void call(learnerSession.pictureClass, { query: { class: wanted } }).then((it) => onFound({ joinCode: wanted, ...it }), setError);
  };
  const begun = useRef(false);
  useEffect(() => {
    if (joinCode && !begun.current) find(joinCode);
    begun.current = true;
  });
  // Reserves the space of the pictures to avoid a layout shift.
  if (looking)
    return (
      <>
        <p className="learner-class">&nbsp;</p>
        <p className="learner-task">{t('login.pictures.choose')}</p>
        <PicturePad label={t('login.pictures.choose')} value={[]} onChange={() => {}} disabled />
      </>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (normalizeCode(code)) find(code);
      }}
      noValidate
    >
      <ChildError error={error} otherwise="login.pictures.class.wrong" />
      <TextField
        label={t('login.pictures.class')}
        hint={t('login.pictures.class.hint')}
        name="class"
        className="code-input"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.target.value.toUpperCase())}
      />
      <Button type="submit" variant="primary" wide>
        {t('login.pictures.next')}
      </Button>
    </form>
  );
}

function PicturePassword({ of, onUser }: { of: Found; onUser: (user: User) => void }) {
  const { t } = useT();
  const signIn = useCall(learnerSession.byPictures);
  const [pictures, setPictures] = useState<Picture[]>([]);
  const change = (next: Picture[]): void => {
    setPictures(next);
    signIn.reset();
    if (next.length < PICTURES_IN_A_ROW) return;
    signIn.mutate({ body: { class: of.joinCode, pictures: next } }, { onSuccess: onUser, onError: () => setPictures([]) });
  };
  return (
    <>
      <p className="learner-class">
        <b>{of.name}</b> <span className="quiet">{of.school}</span>
      </p>
      <ChildError error={signIn.error} otherwise="login.pictures.wrong" />
      <p className="learner-task">{t('login.pictures.choose')}</p>
      <PicturePad label={t('login.pictures.choose')} value={pictures} onChange={change} disabled={signIn.isPending} />
    </>
  );
}

/** Shows an error in words that children understand. */
function ChildError({ error, otherwise }: { error: AppError | null; otherwise: MessageKey }) {
  const { t } = useT();
  if (!error) return null;
  return <FormProblem>{sentence(t, error, otherwise)}</FormProblem>;
}

function sentence(t: Translate, { code, details }: AppError, otherwise: MessageKey): string {
  if (code === 'too_many_attempts') return waitText(t, details?.retry_after);
  if (code === 'expired') return t('login.code.expired');
  if (code === 'suspended') return details?.school ? t('login.code.school', { school: String(details.school) }) : t('login.code.suspended');
  return t(code === 'wrong_credentials' ? otherwise : `error.${code}`, { name: '' });
}
