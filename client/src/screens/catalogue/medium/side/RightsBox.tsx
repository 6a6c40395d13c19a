import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { href } from '@fundus/contract/screens';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { useId } from 'react';
import { formatDate } from '../../../../i18n/format.ts';
import { useT, type Translate } from '../../../../i18n/translate.ts';
import { useSession } from '../../../../stores/session.ts';
import { Link } from '../../../../ui/Link.tsx';
import './medium-side.css';

type May = MediaDetail['may'][number];

const ANSWERS = {
  yes: { icon: CircleCheck, tone: 'good' },
  limited: { icon: CircleAlert, tone: 'warn' },
  no: { icon: CircleX, tone: 'bad' },
} as const;

/** Shows the box "Darf ich …?", which answers questions about the usage rights. */
export function RightsBox({ may }: Pick<MediaDetail, 'may'>) {
  const { t, locale } = useT();
  const { config } = useSession();
  const id = useId();
  // A reason that all answers share is shown only once.
  const shared = may.every((one) => one.answer === 'no' && one.why === may[0]?.why) ? may[0] : undefined;
  return (
    <section className="panel medium-may" aria-labelledby={id}>
      <h2 id={id}>{t('media.may')}</h2>
      {shared && <p className="medium-may-all">{answerText(shared, t, locale)}</p>}
      <ul>
        {may.map((one) => {
          const { icon: Icon, tone } = ANSWERS[one.answer];
          return (
            <li key={one.question} data-tone={tone}>
              <Icon />
              <div>
                {t(`media.may.${one.question}`)}
                {!shared && (
                  // The icon is enough for a plain yes.
                  <span className={one.answer === 'yes' && one.why === null ? 'sr' : 'small-print'}>
                    {answerText(one, t, locale)}
                    {one.why === 'ask' && config.LegalPages === 'generic' && (
                      <>
                        {' '}
                        <Link href={href('contact')}>{t(one.question === 'adapt' ? 'media.may.ask.adapt' : 'media.may.ask')}</Link>
                      </>
                    )}
                  </span>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function answerText({ answer, why, note }: May, t: Translate, locale: string): string {
  if (why === null) return t(`media.may.answer.${answer}`);
  return t(`media.may.why.${why}`, { note: why === 'until' || why === 'delete' ? formatDate(note, 'short', locale) : note });
}
