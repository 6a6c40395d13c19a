import type { LegalPageReply } from '@fundus/contract/legal/legal';
import { STATEMENT_ANCHOR } from '@fundus/contract/legal/destinations';
import { href } from '@fundus/contract/screens';
import { useEffect, useRef } from 'react';
import { RichText } from '../../components/rich-text/RichText.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { LegalPage } from './LegalPage.tsx';
import { OperatorBlock } from './OperatorBlock.tsx';
import { StatementView } from './StatementView.tsx';
import './legal.css';

/** Shows the imprint (DDG §5), followed by the accessibility statement. */
export function Screen({ search, go, from }: ScreenProps<'imprint'>) {
  const { t } = useT();
  return (
    <LegalPage page="imprint" search={search} go={go}>
      {(reply) => (
        <>
          <section aria-labelledby="h-operator">
            <h2 id="h-operator">{t('legal.operator.title')}</h2>
            <OperatorBlock operator={reply.operator} more={['vat_id', 'register', 'supervision', 'editor']} />
          </section>
          <RichText html={reply.text.body} language={reply.text.language} editable={reply.can.edit} />
          {reply.accessibility && <Statement reply={reply} text={reply.accessibility} page={from?.href} />}
        </>
      )}
    </LegalPage>
  );
}

function Statement({
  reply,
  text,
  page,
}: {
  reply: LegalPageReply;
  text: NonNullable<LegalPageReply['accessibility']>;
  page: string | undefined;
}) {
  const { t } = useT();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // Scrolls to the anchor, because the browser looked for it before the text was loaded.
    if (location.hash === `#${STATEMENT_ANCHOR}`) section.current?.scrollIntoView();
  }, []);
  return (
    <section ref={section} id={STATEMENT_ANCHOR} className="legal-section" aria-labelledby="h-statement">
      <h2 id="h-statement">{t('legal.statement.title')}</h2>
      <StatementView
        text={text}
        operator={reply.operator}
        editable={reply.can.edit}
        level={3}
        feedback={
          <>
            <p>{t('legal.statement.feedback.text')}</p>
            <p>
              <ButtonLink variant="line" href={href('contact', {}, { topic: 'accessibility', page })}>
                {t('legal.statement.feedback.action')}
              </ButtonLink>
            </p>
          </>
        }
      />
    </section>
  );
}
