import { classes, formatCode, JOIN_POLICIES, lastDayOf, type Class, type ClassFields } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { href } from '@fundus/contract/screens';
import { Copy, Link2, QrCode, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DateField } from '../../../components/forms/DateField.tsx';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { formatDateUnbroken } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { toClassFields } from '../class-fields.ts';
import { CLASS_READS, showError, errorText } from '../problems.ts';
import { useVersionedCall } from '../use-versioned-call.ts';
import '../../../ui/fields/field.css';
import '../../../components/classes/class-forms.css';
import '../classes.css';
import { loadLater } from '../../../ui/load-later.tsx';

const ShowCode = loadLater(async () => (await import('../codes/ShowCode.tsx')).ShowCode);

/** Shows how learners join the class and sign in. Each change is saved immediately. */
export function JoinSection({ cls }: { cls: Class }) {
  const { t } = useT();
  const change = useVersionedCall(classes.change, CLASS_READS);
  const set = (about: Partial<ClassFields>) =>
    change.mutate(
      { params: { id: cls.id }, body: { ...toClassFields(cls), ...about, version: cls.version } },
      { onSuccess: () => showSnackbar({ text: t('class.saved'), type: 'success' }), onError: showError },
    );
  const needed = cls.join_policy !== 'closed' || cls.picture_login;
  const manages = cls.can.edit;
  return (
    <section>
      <h2>{t('class.join')}</h2>
      {manages && (
        <fieldset className="class-needs">
          <legend>{t('class.join.policy')}</legend>
          {JOIN_POLICIES.map((policy) => (
            <label key={policy} className="check">
              <input
                type="radio"
                name="join-policy"
                checked={cls.join_policy === policy}
                disabled={change.isPending || cls.external}
                onChange={() => set({ join_policy: policy })}
              />
              <span>
                {t(`class.join.${policy}`)}
                <span className="small-print">{t(`class.join.${policy}.hint`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {manages && (
        <Checkbox
          label={t('class.pictures')}
          hint={t('class.pictures.hint')}
          checked={cls.picture_login}
          disabled={change.isPending}
          onChange={(event) => set({ picture_login: event.target.checked })}
        />
      )}
      {needed && <JoinCode cls={cls} />}
    </section>
  );
}

/** Shows the code with which learners join. Teachers can copy, display, renew and remove it. */
function JoinCode({ cls }: { cls: Class }) {
  const { t, locale } = useT();
  const [making, setMaking] = useState(false);
  const [showing, setShowing] = useState(false);
  const take = useCall(classMembers.removeJoinCode, CLASS_READS);
  const copy = async (text: string) =>
    showSnackbar(
      (await copyText(text)) ? { text: t('class.code.copied'), type: 'success' } : { text: t('media.share.failed'), type: 'error' },
    );
  const code = cls.join_code;
  const manages = cls.can.edit;
  return (
    <>
      <div className="class-code">
        <h3>{t('class.code')}</h3>
        {code ? (
          <>
            <p>
              <code className="class-code-signs">{formatCode(code.code)}</code>
              <span className="small-print">{t('class.code.until', { date: formatDateUnbroken(code.until, 'long', locale) })}</span>
            </p>
            <div className="class-bar">
              <Button variant="line" icon={<Copy />} onClick={() => void copy(formatCode(code.code))}>
                {t('class.code.copy')}
              </Button>
              <Button variant="line" icon={<Link2 />} onClick={() => void copy(location.origin + linkOf(cls, code.code))}>
                {t('class.code.copyLink')}
              </Button>
              <Button variant="line" icon={<QrCode />} onClick={() => setShowing(true)}>
                {t('class.code.show')}
              </Button>
              {manages && (
                <Button icon={<RefreshCw />} onClick={() => setMaking(true)}>
                  {t('class.code.new')}
                </Button>
              )}
              {manages && (
                <IconButton
                  label={t('class.code.remove')}
                  icon={<Trash2 />}
                  disabled={take.isPending}
                  onClick={() =>
                    take.mutate(
                      { params: { id: cls.id } },
                      { onSuccess: () => showSnackbar({ text: t('class.code.removed'), type: 'success' }), onError: showError },
                    )
                  }
                />
              )}
            </div>
          </>
        ) : (
          <>
            <p className="quiet">{t('class.code.none')}</p>
            <Button variant="line" icon={<RefreshCw />} onClick={() => setMaking(true)}>
              {t('class.code.make')}
            </Button>
          </>
        )}
      </div>
      {showing && code && <ShowCode cls={cls} code={code.code} onClose={() => setShowing(false)} />}
      {making && <NewCode cls={cls} onClose={() => setMaking(false)} />}
    </>
  );
}

/** Returns the join link, or the link to the picture sign-in if joining is closed. */
const linkOf = ({ join_policy }: Class, code: string): string =>
  join_policy === 'closed' ? `${href('login')}#class=${code}` : href('classes', {}, { code });

function NewCode({ cls, onClose }: { cls: Class; onClose: () => void }) {
  const { t } = useT();
  const { config } = useSession();
  const [until, setUntil] = useState(() => lastDayOf(cls.school_year, config.schoolYearEnd));
  const make = useCall(classMembers.newJoinCode, CLASS_READS);
  return (
    <ConfirmDialog
      title={t('class.code.make')}
      action={t('class.code.make')}
      disabled={until === '' || make.isPending}
      onClose={onClose}
      onAction={() =>
        make.mutate(
          { params: { id: cls.id }, body: { until } },
          {
            onSuccess: () => {
              showSnackbar({ text: t('class.code.made'), type: 'success' });
              onClose();
            },
          },
        )
      }
    >
      {cls.join_code && <p className="class-ask">{t('class.code.replaces')}</p>}
      <DateField
        label={t('class.code.last')}
        value={until}
        error={make.error && errorText(t, make.error)}
        onChange={(event) => setUntil(event.target.value)}
      />
    </ConfirmDialog>
  );
}
