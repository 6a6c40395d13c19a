import type { ImportSample } from '@fundus/contract/imports/runs';
import { gradeName, mediaLanguageName, nameOfCode, typeName } from '../../i18n/reference-names.ts';
import { useT } from '../../i18n/translate.ts';
import '../../components/lists/line.css';
import './imports.css';

/** Shows a preview of the first records. */
export function RunSamples({ samples }: { samples: readonly ImportSample[] }) {
  const { t, locale } = useT();
  if (samples.length === 0) return null;
  return (
    <section className="import-part">
      <h2>{t('imports.preview')}</h2>
      <ul className="lines">
        {samples.map(({ identifier, title, text, fn_typ, subjects, fn_adressat, fn_sprache, producer, year }) => (
          <li key={identifier} className="import-sample-row">
            <h3>{title}</h3>
            {text !== '' && <p className="import-text">{text}</p>}
            <p className="line-facts">
              {[
                typeName(fn_typ),
                ...subjects.map(({ code, label }) => nameOfCode(code, label)),
                fn_adressat.map(gradeName).join(', '),
                fn_sprache.map((code) => mediaLanguageName(code, t, locale)).join(', '),
                ...[producer, year, identifier],
              ]
                .filter(Boolean)
                .map((fact, i) => (
                  <span key={i}>{fact}</span>
                ))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
