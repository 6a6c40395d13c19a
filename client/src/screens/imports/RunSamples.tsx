import type { ImportSample } from '@fundus/contract/imports/runs';
import { useT } from '../../i18n/translate.ts';
import '../../components/lists/line.css';
import './imports.css';

/** Shows a preview of the first records. */
export function RunSamples({ samples }: { samples: readonly ImportSample[] }) {
  const { t } = useT();
  if (samples.length === 0) return null;
  return (
    <section className="import-part">
      <h2>{t('imports.preview')}</h2>
      <ul className="lines">
        {samples.map(({ identifier, title, text, type, subjects, audience, languages, producer, year }) => (
          <li key={identifier} className="import-sample-row">
            <h3>{title}</h3>
            {text !== '' && <p className="import-text">{text}</p>}
            <p className="line-facts">
              {[type, ...subjects, audience.join(', '), languages.join(', '), producer, year, identifier].filter(Boolean).map((fact, i) => (
                <span key={i}>{fact}</span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
