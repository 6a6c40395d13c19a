import { legal } from '@fundus/contract/legal/legal';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { ContactForm } from './ContactForm.tsx';
import './contact-form.css';
import './legal.css';
import { LegalNav } from './LegalNav.tsx';
import { OperatorBlock } from './OperatorBlock.tsx';

/** Maximum length of the search query in the subject. */
const NAMED = 80;

/** Shows the contact form. `?topic=accessibility&page=…` reports a barrier, and `?wish=…` contains the query of a search without results. */
export function Screen({ search }: ScreenProps<'contact'>) {
  const { t, locale } = useT();
  const asked = new URLSearchParams(search);
  const barrier = asked.get('topic') === 'accessibility';
  const wish = (asked.get('wish') ?? '').slice(0, NAMED).trim();
  const { data } = useQuery(query(legal.page, { params: { page: 'imprint' }, query: { lang: locale } }));
  return (
    <div className="wrap legal">
      <LegalNav current="contact" />
      <PageHeading title={t(barrier ? 'contact.barrier.title' : 'contact.title')} />
      <div className="contact">
        <div>
          <p className="legal-measure contact-intro">{t(barrier ? 'contact.barrier.intro' : 'contact.intro')}</p>
          <ContactForm
            key={`${barrier} ${wish}`}
            topic={barrier ? 'accessibility' : 'contact'}
            page={asked.get('page') ?? ''}
            {...(wish &&
              !barrier && { begun: { subject: t('contact.wish.subject', { q: wish }), text: t('contact.wish.text', { q: wish }) } })}
            sentLevel={2}
          />
        </div>
        {data?.operator.name && (
          <aside className="contact-other" aria-labelledby="h-other">
            <h2 id="h-other">{t('contact.other')}</h2>
            <OperatorBlock operator={{ ...data.operator, represented_by: '' }} />
          </aside>
        )}
      </div>
    </div>
  );
}
