import { lendingManuals } from '@fundus/contract/lending/models/manuals';
import type { DeviceManual } from '@fundus/contract/lending/points/points';
import { address } from '../../../api/call.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';
import '../parts/cart.css';

/** `address` is the URL of the manual on the manufacturer's website, or an empty string. */
type Props = { address: string; manuals: readonly DeviceManual[] };

/** Shows the manuals of a model. */
export function ManualLinks({ address: elsewhere, manuals }: Props) {
  const { t, locale } = useBorrowerTexts();
  return (
    <div className="lending-fits">
      <h3 id="lending-manuals">{t('lending.manuals')}</h3>
      <ul aria-labelledby="lending-manuals">
        {manuals.map(({ id, title, mime, bytes }) => {
          const shown = mime === 'application/pdf';
          return (
            <li key={id}>
              <a
                href={address(lendingManuals.manual, { params: { id } })}
                {...(shown ? { target: '_blank', rel: 'noreferrer' } : { download: true })}
              >
                {title}
              </a>{' '}
              <span className="small-print">{formatBytes(bytes, locale)}</span>
            </li>
          );
        })}
        {elsewhere && (
          <li>
            <a href={elsewhere} target="_blank" rel="noreferrer">
              {t('lending.manual')}
            </a>
          </li>
        )}
      </ul>
    </div>
  );
}
