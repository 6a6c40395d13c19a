import { href } from '@fundus/contract/screens';
import { RichText } from '../../components/rich-text/RichText.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { LegalPage } from './LegalPage.tsx';
import { OperatorBlock } from './OperatorBlock.tsx';
import { StorageTable } from './StorageTable.tsx';
import './legal.css';

/** Shows the privacy notice (GDPR art. 13): the controller, the text, and a list of all data stored on the device. */
export function Screen({ search, go }: ScreenProps<'privacy'>) {
  const { t } = useT();
  return (
    <LegalPage page="privacy" search={search} go={go}>
      {({ operator, text, can }) => (
        <>
          <section aria-labelledby="h-controller">
            <h2 id="h-controller">{t('legal.privacy.controller')}</h2>
            <OperatorBlock operator={operator} more={['host']} />
            {(operator.dpo_name || operator.dpo_email) && (
              <>
                <h3>{t('legal.privacy.dpo')}</h3>
                <address>
                  {operator.dpo_name && <span>{operator.dpo_name}</span>}
                  {operator.dpo_email && <a href={`mailto:${operator.dpo_email}`}>{operator.dpo_email}</a>}
                </address>
              </>
            )}
            {operator.data_authority && (
              <>
                <h3>{t('legal.operator.data_authority')}</h3>
                <p>{operator.data_authority}</p>
              </>
            )}
            <p>
              <Link href={href('contact')}>{t('legal.privacy.contactForm')}</Link>
            </p>
          </section>
          <RichText html={text.body} language={text.language} editable={can.edit} />
          <section className="legal-section" aria-labelledby="h-storage">
            <h2 id="h-storage">{t('legal.storage.title')}</h2>
            <p className="legal-measure">{t('legal.storage.intro')}</p>
            <StorageTable />
          </section>
        </>
      )}
    </LegalPage>
  );
}
