import type { Gap } from '@fundus/contract/legal/content';
import type { MessageKey } from '@fundus/contract/messages';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { useT } from '../../i18n/translate.ts';
import './legal.css';

/** Shows what is missing on the page. The server sends this list only to administrators. */
export function MissingTexts({ gaps }: { gaps: readonly Gap[] }) {
  const { t } = useT();
  const id = useId();
  if (gaps.length === 0) return null;
  return (
    <section className="legal-gaps" aria-labelledby={id}>
      <TriangleAlert />
      <div>
        <h2 id={id}>{t('legal.gaps.title')}</h2>
        <ul>
          {gaps.map((gap) => (
            <li key={`${gap.kind}.${gap.name}`}>{t(labelOf(gap), { name: gap.name })}</li>
          ))}
        </ul>
        <p className="small-print">{t('legal.gaps.text')}</p>
      </div>
    </section>
  );
}

function labelOf({ kind, name }: Gap): MessageKey {
  if (kind === 'text') return 'legal.gap.text';
  return (kind === 'operator' ? `legal.operator.${name}` : `legal.gap.${name}`) as MessageKey;
}
