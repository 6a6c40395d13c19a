import type { Class } from '@fundus/contract/classes/classes';
import { CARD_TEXT_LENGTH } from '@fundus/contract/classes/rules';
import { learnerCodes, SHEET_LAYOUTS } from '@fundus/contract/classes/learner-codes';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { useCall } from '../../../api/query.ts';
import { nativeLanguageName } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { errorText } from '../problems.ts';
import '../../../ui/button.css';
import '../../../components/classes/class-forms.css';

type Props = { cls: Class; chosen: { batch?: string; codes?: readonly string[] }; onClose: () => void };

/** Shows a dialog that prints learner codes. The user chooses a layout and opens a PDF, which can be opened repeatedly. */
export function SheetDialog({ cls, chosen: { batch, codes }, onClose }: Props) {
  const { t, locale } = useT();
  const { config } = useSession();
  const [layout, setLayout] = useState<(typeof SHEET_LAYOUTS)[number]>('cards8');
  const [lang, setLang] = useState<string>(locale);
  const [text, setText] = useState('');
  const print = useCall(learnerCodes.printCodes, { refreshes: [learnerCodes.codes] });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('codes.print')}
      closeLabel={t('app.close')}
      foot={
        <>
          <Button variant="line" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          {print.isSuccess ? (
            <a
              className="btn btn-primary"
              href={address(learnerCodes.sheet, {
                params: { id: cls.id },
                query: { batch, codes: codes?.join('|'), layout, lang, text: text.trim() },
              })}
              target="_blank"
              rel="noopener"
              // The link replaces the focused button and takes its focus.
              ref={(link) => link?.focus()}
              onClick={onClose}
            >
              <Printer />
              {t('codes.print.open')}
            </a>
          ) : (
            <Button
              variant="primary"
              icon={<Printer />}
              disabled={print.isPending}
              onClick={() =>
                print.mutate({ params: { id: cls.id }, body: { ...(batch && { batch }), ...(codes && { codes: [...codes] }) } })
              }
            >
              {t('codes.print.make')}
            </Button>
          )}
        </>
      }
    >
      {print.error && <FormProblem>{errorText(t, print.error)}</FormProblem>}
      <p className="class-ask" role="status">
        {t(print.isSuccess ? 'codes.print.ready' : 'codes.print.text')}
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
        <TextField
          label={t('codes.cardText')}
          hint={t('codes.cardText.hint')}
          value={text}
          maxLength={CARD_TEXT_LENGTH}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </Dialog>
  );
}
