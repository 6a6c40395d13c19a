import { classes } from '@fundus/contract/classes/classes';
import { SHEET_LAYOUTS } from '@fundus/contract/classes/learner-codes';
import { CARD_TEXT_LENGTH, MAX_CODES } from '@fundus/contract/classes/rules';
import type { School } from '@fundus/contract/schools/schools';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { address } from '../../../api/call.ts';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { nativeLanguageName } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { schoolErrorText } from '../problems.ts';
import '../../../ui/button.css';
import '../schools.css';

type Props = { school: School; onClose: () => void };

/** Prints the learner cards of all classes as a PDF. The codes are marked as printed first, so that the PDF can be opened repeatedly. */
export function ClassCards({ school, onClose }: Props) {
  const { t, locale } = useT();
  const { config } = useSession();
  const [layout, setLayout] = useState<(typeof SHEET_LAYOUTS)[number]>('cards8');
  const [lang, setLang] = useState<string>(locale);
  const [text, setText] = useState('');
  const print = useCall(classes.printCards);
  const params = { id: school.id };
  const ready = (print.data?.printed ?? 0) > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('schools.classes.cards')}
      closeLabel={t('app.close')}
      foot={
        <>
          <Button variant="line" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          {ready ? (
            <a
              className="btn btn-primary"
              href={address(classes.cards, { params, query: { layout, lang, text: text.trim() } })}
              target="_blank"
              rel="noopener"
              // The link replaces the focused button, so it receives the focus.
              ref={(link) => link?.focus()}
              onClick={onClose}
            >
              <Printer />
              {t('codes.print.open')}
            </a>
          ) : (
            <Button variant="primary" icon={<Printer />} disabled={print.isPending} onClick={() => print.mutate({ params })}>
              {t('codes.print.make')}
            </Button>
          )}
        </>
      }
    >
      {print.error && <FormProblem>{schoolErrorText(t, print.error)}</FormProblem>}
      <p className="school-ask" role="status">
        {t(ready ? 'codes.print.ready' : print.data ? 'schools.classes.cards.none' : 'schools.classes.cards.about')}
      </p>
      <SelectField
        label={t('codes.layout')}
        value={layout}
        options={SHEET_LAYOUTS.map((value) => ({ value, label: t(`codes.layout.${value}`) }))}
        onChange={setLayout}
      />
      <SelectField
        label={t('codes.language')}
        value={lang}
        options={config.Locales.map((value) => ({ value, label: nativeLanguageName(value) }))}
        onChange={setLang}
      />
      {layout !== 'list' && (
        <TextField label={t('codes.cardText')} maxLength={CARD_TEXT_LENGTH} value={text} onChange={({ target }) => setText(target.value)} />
      )}
    </Dialog>
  );
}

/** Creates learner codes until each class has the given number. */
export function FillCodes({ school, onClose, onCodes }: Props & { onCodes: () => void }) {
  const { t } = useT();
  const [typed, setTyped] = useState('28');
  const codes = Number(typed.replace(/\D/g, '')) || 0;
  const possible = codes >= 1 && codes <= MAX_CODES;
  const { mutate: look, data, error: unseen } = useCall(classes.fillCodes);
  const fill = useCall(classes.fillCodes, { refreshes: [classes.ofSchool, classes.list] });
  const params = { id: school.id };
  useEffect(() => {
    if (possible) look({ params: { id: school.id }, body: { codes, dry_run: true } });
  }, [possible, codes, look, school.id]);
  const found = possible ? data : undefined;
  const error = fill.error ?? (possible ? unseen : null);
  return (
    <ConfirmDialog
      title={t('schools.classes.fill')}
      action={found?.made ? t('schools.classes.fill.act', { count: found.made }) : t('schools.classes.fill')}
      disabled={!found || found.made === 0 || fill.isPending}
      onClose={onClose}
      onAction={() =>
        fill.mutate(
          { params, body: { codes } },
          {
            onSuccess: ({ made }) => {
              showSnackbar({ text: t('schools.classes.fill.done', { count: made }), type: 'success' });
              onCodes();
            },
          },
        )
      }
    >
      <p className="school-ask">{t('schools.classes.fill.about')}</p>
      {error && <FormProblem>{schoolErrorText(t, error)}</FormProblem>}
      <TextField
        label={t('schools.classes.fill.count')}
        inputMode="numeric"
        maxLength={3}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {found && <p role="status">{t('schools.classes.fill.sum', found)}</p>}
    </ConfirmDialog>
  );
}
