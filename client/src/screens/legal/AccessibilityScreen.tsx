import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { LegalPage } from './LegalPage.tsx';
import { StatementView } from './StatementView.tsx';
import { loadLater } from '../../ui/load-later.tsx';

/** Loaded on demand with its validation, because it is far down on the page. */
const ContactForm = loadLater(async () => (await import('./ContactForm.tsx')).ContactForm);

/**
 * Shows the accessibility statement as a separate page for Type 'hueber'. It includes the contact form, because the contact page may belong to the
 * partner.
 */
export function Screen({ search, go, from }: ScreenProps<'accessibility'>) {
  const { t } = useT();
  return (
    <LegalPage page="accessibility" search={search} go={go}>
      {({ text, operator, can }) => (
        <StatementView
          text={text}
          operator={operator}
          editable={can.edit}
          level={2}
          feedback={
            <>
              <p>{t('legal.statement.feedback.text')}</p>
              <ContactForm topic="accessibility" page={from?.href ?? ''} sentLevel={3} />
            </>
          }
        />
      )}
    </LegalPage>
  );
}
