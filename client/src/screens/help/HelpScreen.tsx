import { hasAccount, isDistrictAdmin, isTeacher } from '@fundus/contract/access';
import { languageOf } from '@fundus/contract/locale';
import type { MessageKey } from '@fundus/contract/messages';
import { href } from '@fundus/contract/screens';
import { useState } from 'react';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { CircleHelp } from 'lucide-react';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { FindField } from '../../ui/fields/FindField.tsx';
import { Link } from '../../ui/Link.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { topicsFor } from './topics.ts';
import './help.css';

const KEYS: readonly { label: MessageKey; keys: readonly string[] }[] = [
  { label: 'help.key.search', keys: ['/'] },
  { label: 'help.key.close', keys: ['Esc'] },
];
const PLAYER_KEYS: readonly { label: MessageKey; keys: readonly (string | { text: MessageKey })[] }[] = [
  { label: 'help.key.play', keys: ['K', { text: 'help.key.space' }] },
  { label: 'help.key.skip', keys: ['←', '→'] },
  { label: 'help.key.volume', keys: ['↑', '↓'] },
  { label: 'help.key.captions', keys: ['C'] },
  { label: 'help.key.mute', keys: ['M'] },
  { label: 'help.key.fullscreen', keys: ['F'] },
  { label: 'help.key.ends', keys: [{ text: 'help.key.home' }, { text: 'help.key.end' }] },
];

/** Picture addresses by file name. `npm run screens -- --help-pictures` creates the files. */
const PICTURES: Record<string, string> = import.meta.glob('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

/** Returns the picture of a topic, in English if the language has no own picture. */
const pictureOf = (topic: string, locale: string): string | undefined =>
  PICTURES[`./pictures/${topic}.${languageOf(locale)}.webp`] ?? PICTURES[`./pictures/${topic}.en.webp`];

/** Shows the help topics for the visitor, with links and keyboard shortcuts. Administrators can edit the texts like all others. */
export function Screen(_: ScreenProps<'help'>) {
  const { t, locale } = useT();
  const { user, config } = useSession();
  const [words, setWords] = useState('');
  const wanted = words.toLocaleLowerCase(locale).split(/\s+/).filter(Boolean);
  const topics = topicsFor(user || null, config).map((topic) => ({
    ...topic,
    title: t(`help.topic.${topic.name}`),
    text: t(`help.topic.${topic.name}.text`),
  }));
  const found = topics.filter(({ title, text }) => {
    const all = `${title} ${text}`.toLocaleLowerCase(locale);
    return wanted.every((word) => all.includes(word));
  });
  const row = ({ label, keys }: (typeof PLAYER_KEYS)[number]) => (
    <div key={label}>
      <dt>{t(label)}</dt>
      <dd>
        {keys.map((key) => {
          const name = typeof key === 'string' ? key : t(key.text);
          return <kbd key={name}>{name}</kbd>;
        })}
      </dd>
    </div>
  );
  return (
    <div className="wrap help">
      <PageHeading title={t('help.title')} />
      <FindField wide label={t('help.find')} value={words} onType={setWords} />
      {user && hasAccount(user) && isTeacher(user) && !isDistrictAdmin(user) && wanted.length === 0 && <FirstSteps />}
      <div role="status" className="help-none">
        {found.length === 0 && (
          <EmptyState icon={<CircleHelp />} title={t('help.found.none')}>
            {config.LegalPages === 'generic' && <Link href={href('contact')}>{t('help.contact')}</Link>}
          </EmptyState>
        )}
      </div>
      <div className="help-topics">
        {found.map(({ name, title, text, to }) => (
          <section key={name} aria-labelledby={`help-${name}`}>
            <h2 id={`help-${name}`}>{title}</h2>
            {/* The picture is decorative, because the text is complete without it. */}
            <img src={pictureOf(name, locale)} alt="" width="960" height="600" loading="lazy" />
            {text.split('\n').map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {to && (
              <p>
                <Link href={to} aria-label={`${title}: ${t('help.show')}`}>
                  {t('help.show')}
                </Link>
              </p>
            )}
          </section>
        ))}
      </div>
      {wanted.length === 0 && (
        <section aria-labelledby="help-keys" className="help-keys">
          <h2 id="help-keys">{t('help.keys')}</h2>
          <dl>{KEYS.map(row)}</dl>
          <h3>{t('help.keys.player')}</h3>
          <dl>{PLAYER_KEYS.map(row)}</dl>
        </section>
      )}
    </div>
  );
}
