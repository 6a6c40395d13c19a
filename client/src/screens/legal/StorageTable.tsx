import { DEVICE_STORAGE } from '@fundus/contract/device-storage';
import { useT } from '../../i18n/translate.ts';
import './legal.css';

/**
 * Lists all cookies and storage keys on the device (docs/behaviour/legal.md#what-stays-on-the-device). On narrow screens, rows are shown as blocks.
 */
export function StorageTable() {
  const { t } = useT();
  return (
    <table className="legal-storage">
      <thead>
        <tr>
          <th scope="col">{t('legal.storage.name')}</th>
          <th scope="col">{t('legal.storage.kind')}</th>
          <th scope="col">{t('legal.storage.purpose')}</th>
          <th scope="col">{t('legal.storage.lifetime')}</th>
        </tr>
      </thead>
      <tbody>
        {DEVICE_STORAGE.map(({ id, key, kind }) => (
          <tr key={id}>
            <th scope="row">
              <code>{kind === 'cookie' && location.protocol === 'https:' ? `__Host-${key}` : key}</code>
            </th>
            <td>{t(`legal.storage.kind.${kind}`)}</td>
            <td>{t(`legal.storage.${id}.purpose`)}</td>
            <td>{t(`legal.storage.${id}.lifetime`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
