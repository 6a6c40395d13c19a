import type { ShownText } from '@fundus/contract/legal/legal';
import type { Operator, Statement } from '@fundus/contract/legal/content';
import { Fragment } from 'react';
import { RichText } from '../../components/rich-text/RichText.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import './legal.css';

type Props = {
  text: ShownText;
  operator: Operator;
  editable: boolean;
  /** Link or form with which visitors report barriers. */
  feedback: React.ReactNode;
  /** Heading level: 2 on a separate page, 3 within the imprint. */
  level: 2 | 3;
};

/** Shows the accessibility statement with all parts that the law requires (BITV 2.0 §7, decision (EU) 2018/1523). */
export function StatementView({ text, operator, editable, feedback, level }: Props) {
  const { t } = useT();
  const H = `h${level}` as 'h2' | 'h3';
  const { statement } = text;
  if (!statement) return null;
  return (
    <div className="legal-statement">
      <p>
        {t('legal.statement.scope', {
          operator: operator.name || t('legal.statement.scope.operator'),
          scope: statement.scope || t('legal.statement.scope.portal'),
        })}{' '}
        {statement.law && t('legal.statement.law', { law: statement.law.replace(/\.$/, '') })}
      </p>
      {text.body && <RichText html={text.body} language={text.language} editable={editable} level={level} />}
      <H>{t('legal.statement.status')}</H>
      <p>{t(`legal.statement.status.${statement.status ?? 'open'}`)}</p>
      {statement.barriers.length > 0 && <Barriers statement={statement} language={text.language} H={H} />}
      {statement.prepared_on && <StatementPreparation statement={statement} H={H} />}
      <H>{t('legal.statement.feedback')}</H>
      {feedback}
      {statement.enforcement.name && <Enforcement statement={statement} H={H} />}
    </div>
  );
}

type Part = { statement: Statement; H: 'h2' | 'h3' };

function Barriers({ statement, language, H }: Part & { language: string }) {
  const { t } = useT();
  return (
    <>
      <H>{t('legal.statement.barriers')}</H>
      <ul className="legal-barriers">
        {statement.barriers.map((barrier, i) => (
          <li key={i}>
            <strong lang={language}>{barrier.what}</strong>
            <dl>
              <dt>{t('legal.statement.reason')}</dt>
              <dd>
                {t(`legal.statement.reason.${barrier.reason}`)}
                {barrier.explanation && <span lang={language}>. {barrier.explanation}</span>}
              </dd>
              {barrier.alternative && (
                <>
                  <dt>{t('legal.statement.alternative')}</dt>
                  <dd lang={language}>{barrier.alternative}</dd>
                </>
              )}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

function StatementPreparation({ statement, H }: Part) {
  const { t, locale } = useT();
  const { prepared_on, reviewed_on, method, assessor } = statement;
  return (
    <>
      <H>{t('legal.statement.made')}</H>
      <p>
        {t('legal.statement.prepared', { date: formatDate(prepared_on!, 'long', locale) })}{' '}
        {method && t(`legal.statement.method.${method}`)}{' '}
        {reviewed_on && t('legal.statement.reviewed', { date: formatDate(reviewed_on, 'long', locale) })}
      </p>
      {assessor && <p>{t('legal.statement.assessor', { assessor })}</p>}
    </>
  );
}

function Enforcement({ statement, H }: Part) {
  const { t } = useT();
  const { name, address, email, url } = statement.enforcement;
  return (
    <>
      <H>{t('legal.statement.enforcement')}</H>
      <p>{t('legal.statement.enforcement.text')}</p>
      <address>
        <strong>{name}</strong>
        {address.split('\n').map((line, i) => (
          <Fragment key={i}>{line && <span>{line}</span>}</Fragment>
        ))}
        {email && <a href={`mailto:${email}`}>{email}</a>}
        {url && (
          <a href={url} rel="noopener noreferrer">
            {url.replace(/^https?:\/\//, '')}
          </a>
        )}
      </address>
    </>
  );
}
