import { isStudent } from '@fundus/contract/access';
import { classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import type { AppError } from '@fundus/contract/errors';
import { LogIn } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useCall } from '../../api/query.ts';
import type { Go } from '../../components/page/screen.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import { classHref } from './class-view.ts';
import './classes.css';

/** Shows a field for a join code of six characters. `given` is the code in the address. */
export function JoinClass({ given, go }: { given: string; go: Go }) {
  const { t } = useT();
  const { user } = useSession();
  const du = user && isStudent(user);
  const [code, setCode] = useState(given);
  const join = useCall(classMembers.join, { refreshes: [classes.list] });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return;
    join.mutate(
      { body: { code } },
      {
        onSuccess: ({ outcome, id, name }) => {
          setCode('');
          showSnackbar({ text: t(`classes.join.${outcome}`, { name }), type: outcome === 'joined' ? 'success' : 'info' });
          if (outcome !== 'applied') go(classHref(id));
        },
      },
    );
  };
  return (
    <form className="class-join" onSubmit={send} noValidate>
      <h2>{t('classes.join')}</h2>
      <TextField
        label={t('classes.join.code')}
        hint={t(du ? 'classes.join.hint.pupil' : 'classes.join.hint')}
        value={code}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={join.error && refusal(t, join.error)}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="line" icon={<LogIn />} disabled={code.trim() === '' || join.isPending}>
        {t('classes.join.action')}
      </Button>
    </form>
  );
}

function refusal(t: Translate, error: AppError): string {
  if (error.code === 'not_found' || error.code === 'revoked') return t('classes.join.unknown');
  if (error.code === 'expired') return t('classes.join.ended');
  if (error.details?.reason === 'removed') return t('classes.join.removed');
  if (error.code === 'wrong_school') return t('classes.join.otherSchool');
  return t(`error.${error.code}`, { name: '' });
}
