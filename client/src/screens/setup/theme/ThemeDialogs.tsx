import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { Check } from './ColourField.tsx';
import { setupAdmin } from '@fundus/contract/setup/admin';
import { call } from '../../../api/call.ts';
import type { ThemeDraft } from './use-theme-draft.ts';
import './theme-screen.css';

/** Shows the dialogs that confirm an action on the theme. */
export function ThemeDialogs({ draft }: { draft: ThemeDraft }) {
  const { t } = useT();
  const { question, ask, version, run } = draft;
  const close = () => ask(null);
  const common = { open: true, onClose: close, closeLabel: t('app.close') };
  if (!question) return null;
  if (question.kind === 'contrast') {
    const publishing = question.then === 'publish';
    return (
      <Dialog
        {...common}
        title={t('theme.contrast.title')}
        foot={
          <>
            <Button variant="line" onClick={() => void (publishing ? draft.publish(true) : draft.save(true))}>
              {t(publishing ? 'theme.contrast.publish' : 'theme.contrast.save')}
            </Button>
            <Button variant="primary" onClick={close}>
              {t('theme.contrast.change')}
            </Button>
          </>
        }
      >
        <p>{t('theme.contrast.text')}</p>
        <ul className="colour-checks theme-checks">
          {question.checks.map((check) => (
            <Check
              key={check.name}
              check={check}
              onTake={(linkColor) => {
                draft.change({ linkColor });
                close();
              }}
            />
          ))}
        </ul>
      </Dialog>
    );
  }
  if (question.kind === 'conflict') {
    return (
      <Dialog
        {...common}
        title={t('theme.conflict.title')}
        foot={
          <>
            <Button variant="line" onClick={() => void draft.reload()}>
              {t('theme.conflict.theirs')}
            </Button>
            {draft.dirty && (
              <Button variant="primary" onClick={() => void draft.save(false, question.version)}>
                {t('theme.conflict.mine')}
              </Button>
            )}
          </>
        }
      >
        <p>{question.by ? t('theme.conflict.by', { name: question.by }) : t('theme.conflict.text')}</p>
      </Dialog>
    );
  }
  const reset = question.kind === 'reset';
  const body = { version };
  const submit = () =>
    reset
      ? run(() => call(setupAdmin.resetTheme, { body }), t('theme.reset.done'))
      : run(() => call(setupAdmin.dropTheme, { body }), t('theme.discard.done'));
  return (
    <ConfirmDialog
      title={t(reset ? 'theme.reset.title' : 'theme.discard.title')}
      action={t(reset ? 'theme.reset' : 'theme.discard')}
      onClose={close}
      onAction={() => void submit()}
    >
      <p>{t(reset ? 'theme.reset.text' : 'theme.discard.text')}</p>
    </ConfirmDialog>
  );
}
